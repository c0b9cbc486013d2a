import type { z } from 'zod'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { fenOf } from '@/lib/kit/money'
import { foldedForm, plainForm } from '@/lib/kit/plain-form'

/* A cell is text, regardless of the format of the file. */

export type Read<Value> = { value: Value } | Refused
interface Refused {
  code: FaultCode
  /** If there are only a few. */
  allowed?: readonly string[]
}

/** Such as 6.90123E+12: spreadsheets write long numbers in this form and lose the last digits. */
const isExponent = (text: string) => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** Kept by a spreadsheet. Further digits become zeros. */
const keptDigits = 15

function checked<S extends z.ZodType>(schema: S, value: unknown): Read<z.output<S>> {
  try {
    return { value: parse(schema, value, 'body') }
  } catch (error) {
    const [fault] = error instanceof Problem ? (error.extras.invalid_params ?? []) : []
    if (!fault) throw error
    return { code: fault.code }
  }
}

/** `code`: the error for a text that does not match. */
interface Form {
  form: RegExp
  code: 'invalid_format' | 'invalid_type'
  read: (text: string) => number | undefined
}

/** `number_format` for exponents and for more digits than a spreadsheet keeps. */
function number<S extends z.ZodType>(text: string, schema: S, { form, code, read }: Form): Read<z.output<S>> {
  if (isExponent(text) || digitsOf(text).length > keptDigits) return { code: 'number_format' as const }
  return form.test(text) ? checked(schema, read(text)) : { code }
}

/** Without the currency sign and the separators of thousands. */
function plainNumber(text: string): string {
  const plain = plainForm(text).replace(/^([+-]?)¥ ?/, '$1')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

/** At most two decimals. Returns fen. */
export const readYuan = (text: string, schema: z.ZodType<number>): Read<number> =>
  number(plainNumber(text), schema, { form: /^-?\d+(\.\d{1,2})?$/, code: 'invalid_format', read: fenOf })

/** Separators of thousands are allowed. */
export const readWhole = (text: string, schema: z.ZodType<number>): Read<number> =>
  number(plainNumber(text), schema, { form: /^[+-]?\d+$/, code: 'invalid_type', read: Number })

/** The error is the first fault of the text. */
export const readText = (text: string, schema: z.ZodType<string>): Read<string> => checked(schema, text)

/** Shown by spreadsheets for a failed formula. */
const formulaErrors = new Set(
  ['NULL!', 'DIV/0!', 'VALUE!', 'REF!', 'NAME?', 'NUM!', 'N/A', 'GETTING_DATA', 'SPILL!', 'CALC!', 'FIELD!']
    .concat(['CONNECT!', 'BLOCKED!', 'UNKNOWN!', 'EXTERNAL!', 'BUSY!', 'PYTHON!', 'TIMEOUT!'])
    .map((name) => `#${name}`),
)
export const isFormulaError = (text: string): boolean => formulaErrors.has(text)

/**
 * Such as a barcode. `number_format` for an exponent, and for zeros in place of lost digits. `is_text`: a text in the
 * file, whose digits a spreadsheet does not change.
 */
export function readCode(text: string, schema: z.ZodType<string>, is_text: boolean): Read<string> {
  const isCut = !is_text && /^\d{16,}$/.test(text) && /^0+$/.test(text.slice(keptDigits))
  return isCut || /^\d([.,]\d+)?e[+-]\d+$/i.test(text) ? { code: 'number_format' } : checked(schema, text)
}

/** For numbers without dots, such as a parcel's. Also `number_format` for added decimals: 12345678.0. */
export const readNumber = (text: string, schema: z.ZodType<string>, is_text: boolean): Read<string> =>
  !is_text && /^\d+[.,](?:0+|\d+e\d+)$/i.test(text) ? { code: 'number_format' } : readCode(text, schema, is_text)

const datelike = /^\d{1,4}[-/.]\d{1,4}(?:[-/.]\d{1,4})?$/
const dates = [
  /^(?:\d{1,4}年)?\d{1,2}月(?:\d{1,2}日)?$/,
  /^\d{1,2}-[A-Z][a-z]{2}(?:-\d{2,4})?$/,
  /^[A-Z][a-z]{2}-\d{2,4}$/,
  /^\d{4}[-/]\d{1,2}[-/]\d{1,2}$/,
]

/** Changes by opening and saving a file: 0012 → 12, 3-5 → 3月5日. undefined for every other change. */
export function changedBySpreadsheet(before: string, after: string): 'number_format' | 'date_format' | undefined {
  if (
    /^0\d+$/.test(before) &&
    /^\d+$/.test(after) &&
    after === before.slice(-after.length) &&
    !/[1-9]/.test(before.slice(0, -after.length))
  )
    return 'number_format'
  return datelike.test(before) && dates.some((date) => date.test(after)) ? 'date_format' : undefined
}

const yes = new Set(['true', 'yes', 'y', '1', '是'])
const no = new Set(['false', 'no', 'n', '0', '否'])

/** Also 是 and 否 as in exports, and other common words in any case. */
export function readBoolean(text: string): Read<boolean> {
  const given = foldedForm(text)
  if (yes.has(given)) return { value: true }
  return no.has(given) ? { value: false } : { code: 'invalid_value', allowed: ['true', 'false'] }
}
