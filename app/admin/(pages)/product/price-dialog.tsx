'use client'

import { List, ScrollArea } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import type { Doubt } from '@/lib/product/price-doubts'

export interface DoubtedSku {
  key: number
  /** Empty if the product has one SKU. */
  name: string
  /** In fen. */
  price: number
  doubts: readonly Doubt[]
}

interface PriceDialogProps {
  skus: readonly DoubtedSku[]
  /** false: canceled. */
  onAnswer: (isMeant: boolean) => void
}

export default function PriceDialog({ skus, onAnswer }: PriceDialogProps) {
  const t = useTranslations('doubt')
  const format = useFormatter()
  const amount = (fen: number) => format.number(fen / 100, 'price')
  const reasonOf = (doubt: Doubt) => {
    switch (doubt.kind) {
      case 'below_cost':
        return t('below_cost', { cost: amount(doubt.cost) })
      case 'above_market_price':
        return t('above_market_price', { market_price: amount(doubt.market_price) })
      default:
        return t('far_change', { before: amount(doubt.before) })
    }
  }
  return (
    <ConfirmDialog
      title={t('title', { count: skus.length })}
      confirmLabel={t('confirm')}
      cancelLabel={t('cancel')}
      color={undefined}
      onConfirm={() => onAnswer(true)}
      onCancel={() => onAnswer(false)}
    >
      <ScrollArea.Autosize mah={320}>
        <List size="sm" spacing={4}>
          {skus.map(({ key, name, price, doubts }) => (
            <List.Item key={key}>
              {t('sku', { name: name || t('single'), price: amount(price) })}
              {doubts.map((doubt) => (
                <div key={doubt.kind}>{reasonOf(doubt)}</div>
              ))}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </ConfirmDialog>
  )
}
