'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { strengthSuggestions, strengthWarnings } from '@/lib/token/strength-rules'

/**
 * The message for a password that is too easy to guess: the weakness, and suggestions. `params` are those of
 * `too_weak`.
 */
export function useStrengthText() {
  const t = useTranslations('login.strength')
  return useCallback(
    ({ warning, suggestions }: NonNullable<InvalidParam['params']>): string => {
      const known = strengthWarnings.find((one) => one === warning)
      const helpful = strengthSuggestions.filter((one) => Array.isArray(suggestions) && suggestions.includes(one))
      const texts = [
        ...(known ? [t(`warnings.${known}`)] : [t('weak')]),
        ...helpful.map((one) => t(`suggestions.${one}`)),
      ]
      return texts.join(' ')
    },
    [t],
  )
}
