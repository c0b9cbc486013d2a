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

/** The synonyms of the page with this name in the menu, in all languages. */
export const wordsOfPage = (name: string): string[] => languages.flatMap(({ page }) => page[name] ?? [])

/** The synonyms of the setting `<group>.<name>`, in all languages. */
export const wordsOfSetting = (group: string, name: string): string[] =>
  languages.flatMap(({ setting }) => setting[group]?.[name] ?? [])

/** The synonyms of a command, in all languages. */
export const wordsOfCommand = (name: keyof typeof english.command): string[] =>
  languages.flatMap(({ command }) => command[name] ?? [])
