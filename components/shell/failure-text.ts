'use client'

import { type Messages, useTranslations } from 'next-intl'
import { useCallback } from 'react'
import { SendError } from '@/lib/api/client'
import type { InvalidParam } from '@/lib/api/problem'

type Fault = Pick<InvalidParam, 'code' | 'params'>
type Measured = 'text' | 'number' | 'list'

/** What a failure says in the language of the page: by its code, never by the server's English sentence. */
export function useFailureText() {
  const t = useTranslations('refusal')
  return useCallback(
    (error: unknown) => {
      if (!(error instanceof SendError)) return { text: t('problem.internal_error'), request_id: undefined }
      const { code } = error
      // The server's sentence is English, and what it names is the same in every language.
      const permission = code === 'forbidden' && /\bcms\.[\w.]*\w/.exec(error.detail)?.[0]
      if (permission) return { text: t('lacking', { permission }), request_id: error.request_id }
      const text = t(`problem.${code}`, { seconds: error.retry_after ?? 60 })
      return { text, request_id: error.request_id }
    },
    [t],
  )
}

/** What is wrong with one field, by the code of the fault. `measured`: what a size that does not fit is a size of. */
export function useFaultText() {
  const t = useTranslations('refusal')
  return useCallback(
    ({ code, params = {} }: Fault, measured: Measured): string => {
      const minimum = Number(params.minimum ?? 0)
      const maximum = Number(params.maximum ?? 0)
      if (code === 'too_small') {
        if (measured !== 'number' && minimum <= 1) return t('invalid.required')
        return t(`invalid.too_small_${measured}`, { minimum })
      }
      if (code === 'too_big') return t(`invalid.too_big_${measured}`, { maximum })
      return t(`invalid.${isKnown(code) ? code : 'invalid'}`)
    },
    [t],
  )
}

type Known = Exclude<keyof Messages['refusal']['invalid'], `too_small_${string}` | `too_big_${string}`>

const known: Record<Known, true> = {
  already_exists: true,
  cycle: true,
  duplicate: true,
  empty: true,
  has_children: true,
  has_elements: true,
  invalid: true,
  invalid_address: true,
  invalid_characters: true,
  invalid_format: true,
  invalid_type: true,
  invalid_value: true,
  not_allowed: true,
  not_directory: true,
  not_found: true,
  not_page: true,
  out_of_range: true,
  required: true,
  too_deep: true,
  unchanged: true,
  unknown_field: true,
  wrong: true,
}

const isKnown = (code: string): code is Known => Object.hasOwn(known, code)
