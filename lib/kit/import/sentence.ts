import type { LineError, LineWarning } from '@/db/schema/import'
import type { Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'
import { yuanOf } from '@/lib/kit/money'

/* For the page and the file of errors. Safe in the browser. */

type Texts = Messages['import']

export interface Language {
  texts: Texts
  locale: Locale
  /** Such as for a code or a boolean. */
  word(column: string, value: string | boolean): string
}

const textOf = (texts: Readonly<Record<string, string>>, key: string): string | undefined => texts[key]

/** Not messages with placeholders, which the build compiles, so that this file could not fill in the parts. */
const marks: Record<Locale, Readonly<Record<'blank' | 'colon' | 'comma' | 'end', string>>> = {
  en: { blank: ' ', colon: ': ', comma: ', ', end: '.' },
  'zh-CN': { blank: '', colon: '：', comma: '、', end: '。' },
}

/** The code if the column has no name. */
export const columnName = ({ column: names }: Texts, column: string): string => textOf(names, column) ?? column

export function errorSentence({ column, code, value, allowed }: LineError, { texts, locale, word }: Language): string {
  const { errors } = texts
  const plain = textOf(errors, `${column}_${code}`) ?? textOf(errors, code) ?? errors.other
  if (column === null) return plain
  const { blank, colon, comma, end } = marks[locale]
  const values = (allowed ?? []).map((one) => word(column, isBoolean(one) ? one === 'true' : one))
  const choices = values.length === 0 ? '' : `${blank}${texts.allowed}${colon}${values.join(comma)}${end}`
  const place = columnName(texts, column) + (value === null ? '' : `${blank}“${value}”`)
  return `${place}${colon}${plain}${choices}`
}

const isBoolean = (text: string) => text === 'true' || text === 'false'

/** An amount follows the sentence, because the message has no placeholders. */
export function warningSentence(
  { column, code, amount }: LineWarning,
  { texts, locale }: Omit<Language, 'word'>,
): string {
  const { blank, colon, end } = marks[locale]
  const value = amount === undefined ? '' : `${blank}¥${yuanOf(amount)}${end}`
  return `${columnName(texts, column)}${colon}${textOf(texts.warnings, code) ?? texts.warnings.other}${value}`
}
