import type { Locale } from './locale'
import type { Messages } from './messages'

/** For components that the browser loads on demand. */
export async function textsIn<Name extends keyof Messages>(locale: Locale, name: Name): Promise<Messages[Name]> {
  return (await import(`./${locale}/${name}.json`)).default
}
