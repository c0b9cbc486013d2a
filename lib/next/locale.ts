'use server'

import { cookies } from 'next/headers'
import { isLocale, localeCookie } from '@/lib/i18n/locale'

const year = 365 * 24 * 60 * 60

/** Remembers the language a person chose. Setting a cookie makes Next render the page they are on anew. */
export async function chooseLanguage(locale: string): Promise<void> {
  if (!isLocale(locale)) return
  const jar = await cookies()
  jar.set(localeCookie, locale, { path: '/', maxAge: year, sameSite: 'lax' })
}
