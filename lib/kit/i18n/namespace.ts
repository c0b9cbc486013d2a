import type { Locale } from './locale'
import type { Messages } from './messages'

/** The texts of one namespace in a language, for components that are loaded on use in the browser. */
export async function textsIn<Name extends keyof Messages>(locale: Locale, name: Name): Promise<Messages[Name]> {
  return (await import(`./${locale}/${name}.json`)).default
}
