import english from '@/lib/kit/i18n/en/synonym.json'
import chinese from '@/lib/kit/i18n/zh-CN/synonym.json'

/* For the command palette, in all languages. */

type Texts = Readonly<Record<string, string>>

interface Synonyms {
  page: Texts
  setting: Readonly<Record<string, Texts>>
  command: Texts
}

const languages: readonly Synonyms[] = [english, chinese]

export const wordsOfPage = (name: string): string[] => languages.flatMap(({ page }) => page[name] ?? [])

export const wordsOfSetting = (group: string, name: string): string[] =>
  languages.flatMap(({ setting }) => setting[group]?.[name] ?? [])

export const wordsOfCommand = (name: keyof typeof english.command): string[] =>
  languages.flatMap(({ command }) => command[name] ?? [])
