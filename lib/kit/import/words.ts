import { eq } from 'drizzle-orm'
import { dicts } from '@/db/base/dicts'
import { formerEntryTexts } from '@/db/base/former'
import { dict } from '@/db/schema/dict'
import type { Database } from '@/lib/kit/database'
import english from '@/lib/kit/i18n/en/import.json'
import chinese from '@/lib/kit/i18n/zh-CN/import.json'
import { foldedForm } from '@/lib/kit/plain-form'
import type { Read } from './cells'
import { formerNamesOf } from './former-names'

/** By dictionary and value, in addition to the labels of exports. */
const otherWords: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  product_status: { on_sale: ['上架', '已上架'], off_sale: ['下架'] },
}

/** In both languages, including former ones. */
export function headersOf(column: string): readonly string[] {
  const named: Readonly<Record<string, string>>[] = [english.column, chinese.column]
  return [...named.flatMap((names) => names[column] ?? []), ...formerNamesOf(column)]
}

/** Whether a name is a label of the column, or its code. */
export const isHeaderOf = (column: string, name: string): boolean =>
  [column, ...headersOf(column)].some((one) => spellingsOf(one).includes(foldedHeader(name)))

/** With its unit in parentheses, and without. */
export const spellingsOf = (name: string): readonly string[] => {
  const whole = foldedHeader(name)
  return [whole, whole.replace(/\([^()]*\)$/, '')]
}

/** Ignores blanks, case and the width of characters. */
export const foldedHeader = (name: string) => folded(name).replaceAll(/\s+/g, '')

const folded = (word: string) => foldedForm(word).trim()

/** The error for an unknown text lists the allowed values. */
export type Choice = (text: string) => Read<string>

/** The code, or a label of the dictionary in either language and any case: current, original or former. */
export async function readChoice(db: Database, dictionary: string, values: readonly string[]): Promise<Choice> {
  const entries = await db
    .select({ value: dict.value, label: dict.label, label_en: dict.label_en })
    .from(dict)
    .where(eq(dict.type, dictionary))
    .orderBy(dict.id)
  const first = dicts.find(({ type }) => type === dictionary)?.entries ?? {}
  const known = new Map<string, string>()
  const former = (value: string) => {
    const { label = [], label_en = [] } = formerEntryTexts[`${dictionary}:${value}`] ?? {}
    return [...label, ...label_en]
  }
  const add = (word: string, value: string) => {
    const key = folded(word)
    if (key !== '' && !known.has(key) && values.includes(value)) known.set(key, value)
  }
  for (const value of values) add(value, value)
  for (const { value, label, label_en } of entries) for (const word of [label, label_en]) add(word, value)
  for (const [value, [label, label_en]] of Object.entries(first)) for (const word of [label, label_en]) add(word, value)
  for (const value of values)
    for (const word of [...former(value), ...(otherWords[dictionary]?.[value] ?? [])]) add(word, value)
  return (text) => {
    const value = known.get(folded(text))
    return value === undefined ? { code: 'invalid_value', allowed: values } : { value }
  }
}
