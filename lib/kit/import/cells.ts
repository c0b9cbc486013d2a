import type { z } from 'zod'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { fenOf } from '@/lib/kit/money'

/*
 * How the cells of a spreadsheet are read and written. A cell is text, whatever the format of the file.
 */

/** What a cell says, or what is wrong with it. */
export type Read<Value> = { value: Value } | Refused
interface Refused {
  code: FaultCode
  /** The values that it may have, where these are few. */
  allowed?: readonly string[]
}

/** Spreadsheets write numbers of many digits so, and lose the last ones. */
const isExponent = (text: string) => /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i.test(text)
const digitsOf = (text: string) => text.replaceAll(/\D/g, '')

/** A spreadsheet keeps 15 digits of a number, and writes zeros for the others. */
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

/** How a number is written, what it is else, and how it is read. */
interface Form {
  form: RegExp
  code: 'invalid_format' | 'invalid_type'
  read: (text: string) => number | undefined
}

/** A number as text, of this form: `number_format` for exponents and for more digits than a spreadsheet keeps. */
function number<S extends z.ZodType>(text: string, schema: S, { form, code, read }: Form): Read<z.output<S>> {
  if (isExponent(text) || digitsOf(text).length > keptDigits) return { code: 'number_format' as const }
  return form.test(text) ? checked(schema, read(text)) : { code }
}

/** As a spreadsheet shows a number: with a sign of the currency and commas between thousands, which are dropped. */
function plainNumber(text: string): string {
  const plain = text.normalize('NFKC').replace(/^([+-]?)¥ ?/, '$1')
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain
}

/** An amount of yuan with at most two decimals, as fen. */
export const readYuan = (text: string, schema: z.ZodType<number>): Read<number> =>
  number(plainNumber(text), schema, { form: /^-?\d+(\.\d{1,2})?$/, code: 'invalid_format', read: fenOf })

/** A whole number. */
export const readWhole = (text: string, schema: z.ZodType<number>): Read<number> =>
  number(plainNumber(text), schema, { form: /^[+-]?\d+$/, code: 'invalid_type', read: Number })

/** A text that this schema takes. */
export const readText = (text: string, schema: z.ZodType<string>): Read<string> => checked(schema, text)

/**
 * A number that is only a name, such as a barcode: `number_format` where a spreadsheet has taken it for a number and lost
 * digits.
 */
export function readCode(text: string, schema: z.ZodType<string>): Read<string> {
  const isCut = /^\d{16,}$/.test(text) && /^0+$/.test(text.slice(keptDigits))
  return isCut || /^\d([.,]\d+)?e[+-]\d+$/i.test(text) ? { code: 'number_format' } : checked(schema, text)
}

const yes = new Set(['true', 'yes', 'y', '1', '是'])
const no = new Set(['false', 'no', 'n', '0', '否'])

/** `true` or `false`, as exports write it in any language, or as people do. */
export function readBoolean(text: string): Read<boolean> {
  const given = text.normalize('NFKC').toLowerCase()
  if (yes.has(given)) return { value: true }
  return no.has(given) ? { value: false } : { code: 'invalid_value', allowed: ['true', 'false'] }
}
