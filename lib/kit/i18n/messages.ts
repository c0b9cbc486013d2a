import * as namespaces from './english'
import type { Locale } from './locale'

/** One namespace per file of `en/`. */
export const english = Object.assign({}, namespaces)

export type Messages = typeof english

type Translated = { [Namespace in keyof Messages]: object }

/** One module per language: else the bundle of every serverless function would contain a list of all files. */
const translations: Record<Exclude<Locale, 'en'>, () => Promise<Translated>> = { 'zh-CN': () => import('./chinese') }

/** A test ensures that every language has the same files and keys as English. */
export async function messagesIn(locale: Locale): Promise<Messages> {
  return locale === 'en' ? english : Object.assign({ ...english }, await translations[locale]())
}
