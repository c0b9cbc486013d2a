'use client'

import { useFormatter, useMessages, useTranslations } from 'next-intl'
import { useCallback, useMemo } from 'react'
import { unsellableReasons } from '@/db/enums'
import { permissionNames } from '@/lib/auth/names'
import { type Fault, faultTextIn, type SizeKind } from '@/lib/kit/i18n/fault-text'
import { SendError } from '@/lib/server/client'
import { useNames } from './names'
import { useStrengthText } from './strength-text'

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** By the error's code. `keepsInput`: if the server is out of reach, the text says that the page keeps the input. */
export function useFailureText() {
  const t = useTranslations('refusal')
  const format = useFormatter()
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
      const products = listOf(error.problem?.product_ids).map((id) => `#${id}`)
      if (code === 'not_sellable' && products.length > 0) {
        const text = t('unsellable.products', { products: format.list(products, { type: 'unit' }) })
        return { text, request_id: error.request_id }
      }
      const reasons = unsellableReasons.filter((reason) => listOf(error.problem?.reasons).includes(reason))
      if (code === 'not_sellable' && reasons.length > 0) {
        // Also refused to a product that is active already, such as another template.
        const isWeightAlone = reasons.every((reason) => reason === 'weight')
        const text = isWeightAlone
          ? t('unsellable.weightAlone')
          : t('unsellable.text', { reasons: reasons.map((reason) => t(`unsellable.${reason}`)).join(' ') })
        return { text, request_id: error.request_id }
      }
      const text = t(`problem.${code}`, { seconds: error.retry_after ?? 60 })
      return { text, request_id: error.request_id }
    },
    [t, format, names],
  )
}

/** By the fault's code. `size`: the kind of the value, for faults such as `too_big`. */
export function useFaultText() {
  const plainText = usePlainFaultText()
  const strengthText = useStrengthText()
  return useCallback(
    (fault: Fault, size: SizeKind): string =>
      fault.code === 'too_weak' ? strengthText(fault.params ?? {}) : plainText(fault, size),
    [plainText, strengthText],
  )
}

export function usePlainFaultText() {
  const t = useTranslations('refusal')
  const messages = useMessages().refusal
  const format = useFormatter()
  return useMemo(() => faultTextIn(t, format, messages), [t, messages, format])
}
