import english from '@/lib/kit/i18n/en/synonym.json'
import chinese from '@/lib/kit/i18n/zh-CN/synonym.json'

/* Other words by which the command palette finds things, in all languages. */

type Texts = Readonly<Record<string, string>>

interface Synonyms {
  page: Texts
  setting: Readonly<Record<string, Texts>>
  command: Texts
}

const languages: readonly Synonyms[] = [english, chinese]

/** The words for a page of the menu, by its name. */
export const wordsOfPage = (name: string): string[] => languages.flatMap(({ page }) => page[name] ?? [])

/** The words for a setting, by its group and its name within the group. */
export const wordsOfSetting = (group: string, name: string): string[] =>
  languages.flatMap(({ setting }) => setting[group]?.[name] ?? [])

/** The words for a command. */
export const wordsOfCommand = (name: keyof typeof english.command): string[] =>
  languages.flatMap(({ command }) => command[name] ?? [])
