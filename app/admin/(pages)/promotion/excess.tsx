'use client'

import { Alert } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { Promotion } from './result'

/** Of a tier that takes off all that its pieces cost. */
export function useExcessText() {
  const t = useTranslations('promotion')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  return ({ pieces, product_name, amount, off_amount }: NonNullable<Promotion['excess']>) =>
    t('excess', { pieces, name: product_name, amount: price(amount), off: price(off_amount) })
}

export function Excess({ excess }: { excess: NonNullable<Promotion['excess']> }) {
  const text = useExcessText()
  return (
    <Alert color="yellow" variant="light">
      {text(excess)}
    </Alert>
  )
}
