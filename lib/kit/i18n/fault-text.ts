import type { useFormatter, useTranslations } from 'next-intl'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import type { Messages } from './messages'

export type Fault = Pick<InvalidParam, 'code' | 'params'>
/** For messages about its size. `money`: in fen, shown in yuan. */
export type SizeKind = 'text' | 'number' | 'money' | 'list' | 'moment'

type Known = Exclude<
  keyof Messages['refusal']['invalid'],
  | `too_small_${string}`
  | `too_big_${string}`
  | `out_of_range_${string}`
  | 'exact_money'
  | 'already_exists_in'
  | 'refused'
>

/** A general message for an unknown code. */
export function faultTextIn(
  t: ReturnType<typeof useTranslations<'refusal'>>,
  format: ReturnType<typeof useFormatter>,
  { invalid: messages, format: formats }: Pick<Messages['refusal'], 'invalid' | 'format'>,
) {
  return ({ code, params = {} }: Fault, size: SizeKind): string => {
    if (code === 'already_exists' && typeof params.name === 'string')
      return t('invalid.already_exists_in', { name: params.name, id: String(params.id) })
    if (code === 'refused') return t('invalid.refused', { text: String(params.text) })
    if (code === 'out_of_range' && size === 'moment') return t('invalid.out_of_range_moment')
    const sizeKind = size === 'moment' ? 'text' : size
    const minimum = Number(params.minimum ?? 0)
    const maximum = Number(params.maximum ?? 0)
    const isAbove = code === 'too_big' || (code === 'out_of_range' && params.maximum !== undefined)
    if (isAbove && params.unit === 'pixels') return t('invalid.too_big_pixels', { millions: maximum / 1_000_000 })
    if (sizeKind === 'money') {
      const priceOf = (fen: number) => format.number(fen / 100, 'price')
      if (isAbove && params.minimum === maximum) return t('invalid.exact_money', { amount: priceOf(maximum) })
      if (code === 'too_small') return t('invalid.too_small_money', { minimum: priceOf(minimum) })
      if (isAbove) return t('invalid.too_big_money', { maximum: priceOf(maximum) })
    } else if (code === 'too_small') {
      if (sizeKind !== 'number' && minimum <= 1) return t('invalid.required')
      return t(`invalid.too_small_${sizeKind}`, { minimum })
    } else if (isAbove) return t(`invalid.too_big_${sizeKind}`, { maximum })
    const isFormat = (key: unknown): key is keyof typeof formats => Object.hasOwn(formats, String(key))
    if (isFormat(params.format)) return t(`format.${params.format}`)
    const isKnown = (key: string): key is Known => Object.hasOwn(messages, key)
    return t(`invalid.${isKnown(code) ? code : 'invalid'}`)
  }
}

/** With the line and column if the fault has them. */
export const spreadsheetFaultTextIn =
  (
    t: ReturnType<typeof useTranslations<'refusal'>>,
    { spreadsheet: messages }: Pick<Messages['refusal'], 'spreadsheet'>,
  ) =>
  ({ code, params: { line, column } = {} }: Fault): string => {
    const isKnown = (key: string): key is keyof typeof messages => Object.hasOwn(messages, key)
    const hasPlace = typeof line === 'number' && typeof column === 'string'
    // The file itself is missing, not a column.
    if (code === 'required' && !hasPlace) return t('invalid.required')
    const key = code === 'too_big' && hasPlace ? 'too_big_here' : code
    const text = t(`spreadsheet.${isKnown(key) ? key : 'invalid'}`)
    return hasPlace ? t('inSpreadsheet', { line, column, text }) : text
  }

/** undefined if the code is unknown. */
export const problemTextIn =
  (t: ReturnType<typeof useTranslations<'refusal'>>, { problem }: Pick<Messages['refusal'], 'problem'>) =>
  (code: string): string | undefined => {
    const isKnown = (key: string): key is keyof typeof problem => Object.hasOwn(problem, key)
    return isKnown(code) ? t(`problem.${code}`, { seconds: 60 }) : undefined
  }
