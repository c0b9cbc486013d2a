'use client'

import { useTranslations } from 'next-intl'
import { useCallback } from 'react'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import { strengthSuggestions, strengthWarnings } from '@/lib/token/strength-rules'

/** The weakness, then suggestions. Takes the `params` of a `too_weak` fault. */
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
