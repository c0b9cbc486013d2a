'use client'

import { type Messages, useFormatter, useMessages, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { unsellableReasons } from '@/db/enums'
import { permissionNames } from '@/lib/auth/names'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { SendError } from '@/lib/server/client'
import { useNames } from './names'
import { useStrengthText } from './strength-text'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

type Fault = Pick<InvalidParam, 'code' | 'params'>
/** `money` is in fen, and shown in yuan. */
export type SizeKind = 'text' | 'number' | 'money' | 'list' | 'moment'

/**
 * The message for an error in the current language, chosen by its code. The server's English `detail` is not used. With
 * `keepsInput`, it says that the input is kept, if the server could not be reached.
 */
export function useFailureText() {
  const t = useTranslations('refusal')
  const names = useNames()
  return useCallback(
    (error: unknown, keepsInput = false) => {
      if (!(error instanceof SendError)) return { text: t('problem.internal_error'), request_id: undefined }
      const { code } = error
      if (code === 'network' && keepsInput) return { text: t('inputKept'), request_id: undefined }
      const missing = error.problem?.permission
      if (typeof missing === 'string' && names) {
        const text = t('lacking', { permission: permissionNames(names).permission(missing), code: missing })
        return { text, request_id: error.request_id }
      }
      const reasons = unsellableReasons.filter((reason) => listOf(error.problem?.reasons).includes(reason))
      if (code === 'not_sellable' && reasons.length > 0) {
        const text = t('unsellable.text', { reasons: reasons.map((reason) => t(`unsellable.${reason}`)).join(' ') })
        return { text, request_id: error.request_id }
      }
      const text = t(`problem.${code}`, { seconds: error.retry_after ?? 60 })
      return { text, request_id: error.request_id }
    },
    [t, names],
  )
}

/** The message for a fault of a field, chosen by its code. `size`: the meaning of a size out of range. */
export function useFaultText() {
  const plainText = usePlainFaultText()
  const strengthText = useStrengthText()
  return useCallback(
    (fault: Fault, size: SizeKind): string =>
      fault.code === 'too_weak' ? strengthText(fault.params ?? {}) : plainText(fault, size),
    [plainText, strengthText],
  )
}

/** The same for fields that are not a new password, which has separate texts. */
export function usePlainFaultText() {
  const t = useTranslations('refusal')
  const { invalid: messages, format: formats } = useMessages().refusal
  const format = useFormatter()
  return useCallback(
    ({ code, params = {} }: Fault, size: SizeKind): string => {
      if (code === 'out_of_range' && size === 'moment') return t('invalid.out_of_range_moment')
      const sizeKind = size === 'moment' ? 'text' : size
      const minimum = Number(params.minimum ?? 0)
      const maximum = Number(params.maximum ?? 0)
      const isAbove = code === 'too_big' || (code === 'out_of_range' && params.maximum !== undefined)
      if (isAbove && params.unit === 'pixels') return t('invalid.too_big_pixels', { millions: maximum / 1_000_000 })
      if (sizeKind === 'money') {
        const priceOf = (fen: number) => format.number(fen / 100, 'price')
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
    },
    [t, messages, formats, format],
  )
}

type Known = Exclude<
  keyof Messages['refusal']['invalid'],
  `too_small_${string}` | `too_big_${string}` | `out_of_range_${string}`
>
