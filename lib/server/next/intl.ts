import { cookies, headers } from 'next/headers'
import { getRequestConfig } from 'next-intl/server'
import { formats } from '@/lib/kit/i18n/formats'
import { chooseLocale, type Locale, localeCookie } from '@/lib/kit/i18n/locale'
import { type Messages, messagesIn } from '@/lib/kit/i18n/messages'
import { readShopSetting } from './shop-setting'

// A key, a locale or a format that does not exist is a type error.
declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
    Formats: typeof formats
  }
}

export default getRequestConfig(async () => {
  const [jar, header] = await Promise.all([cookies(), headers()])
  const locale = chooseLocale(jar.get(localeCookie)?.value, header.get('accept-language'))
  const [messages, timeZone] = await Promise.all([messagesIn(locale), readShopSetting('shop.time_zone')])
  // Times are in the shop's zone. With the same `now`, the server and the browser render the same relative times.
  return { locale, messages, formats, timeZone, now: new Date() }
})
