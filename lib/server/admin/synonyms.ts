import english from '@/lib/kit/i18n/en/synonym.json'
import chinese from '@/lib/kit/i18n/zh-CN/synonym.json'

/* Synonyms in all languages for the command palette. */

type Texts = Readonly<Record<string, string>>

interface Synonyms {
  page: Texts
  setting: Readonly<Record<string, Texts>>
  command: Texts
}

const languages: readonly Synonyms[] = [english, chinese]

/** Returns the synonyms of the page with this name in the menu, in all languages, for searches. */
export const wordsOfPage = (name: string): string[] => languages.flatMap(({ page }) => page[name] ?? [])

/** Returns the synonyms of the setting `<group>.<name>`, in all languages, for searches. */
export const wordsOfSetting = (group: string, name: string): string[] =>
  languages.flatMap(({ setting }) => setting[group]?.[name] ?? [])

/** Returns the synonyms of a command of the command palette, in all languages. */
export const wordsOfCommand = (name: keyof typeof english.command): string[] =>
  languages.flatMap(({ command }) => command[name] ?? [])
