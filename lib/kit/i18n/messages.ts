import * as namespaces from './english'
import type { Locale } from './locale'

/**
 * All texts in English: one namespace per file of `en/`. `messages.unit.test.ts` fails for a file that is missing in
 * `english.ts`.
 */
export const english = Object.assign({}, namespaces)

export type Messages = typeof english

type Translated = { [Namespace in keyof Messages]: object }

/**
 * The texts in the other languages, each as one module: with a module per file, the code of every function had a list of
 * all files.
 */
const translations: Record<Exclude<Locale, 'en'>, () => Promise<Translated>> = { 'zh-CN': () => import('./chinese') }

/** All texts in a language. A test ensures that every language has the same files and keys as English. */
export async function messagesIn(locale: Locale): Promise<Messages> {
  return locale === 'en' ? english : Object.assign({ ...english }, await translations[locale]())
}
