'use client'

import { useFormatter } from 'next-intl'
import { useCallback } from 'react'
import { spaced } from '@/lib/kit/i18n/spaced'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const

/** 1 KB is 1024 bytes, as in the limits of uploads. */
export function useFileSize(): (bytes: number) => string {
  const format = useFormatter()
  return useCallback(
    (bytes) => {
      const step = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10))
      const size = format.number(bytes / 1024 ** step, {
        style: 'unit',
        unit: units[step] ?? 'byte',
        // The short form of bytes has no plural.
        unitDisplay: step === 0 ? 'long' : 'short',
        maximumFractionDigits: step > 1 ? 1 : 0,
      })
      return spaced(size)
    },
    [format],
  )
}
