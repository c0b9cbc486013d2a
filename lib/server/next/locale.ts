'use server'

import { cookies } from 'next/headers'
import { isLocale, localeCookie } from '@/lib/kit/i18n/locale'

const yearSeconds = 365 * 24 * 60 * 60

/** A cookie, so that Next renders the current page again. Ignores unknown locales. */
export async function chooseLanguage(locale: string): Promise<void> {
  if (!isLocale(locale)) return
  const jar = await cookies()
  jar.set(localeCookie, locale, { path: '/', maxAge: yearSeconds, sameSite: 'lax' })
}
