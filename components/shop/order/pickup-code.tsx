'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { onDemand } from '@/components/ui/on-demand'
import classes from './order.module.css'

// Loaded only for orders to collect.
const Barcode = onDemand<{ text: string }>(async () => {
  const { barcodeOf } = await import('@/lib/order/desk/barcode')
  return ({ text }) => {
    const bars = { dangerouslySetInnerHTML: { __html: barcodeOf(text) } }
    return <div className={classes.barcode} aria-hidden="true" {...bars} />
  }
})

export function PickupCode({ code }: { code: string }) {
  const t = useTranslations('purchase.order.pickup')
  const groups = code.match(/\d{4}/g) ?? [code]
  return (
    <div className={classes.pickupCode}>
      <Barcode text={code} />
      <Text fz={26} fw={650} className={classes.digits}>
        {groups.join(' ')}
      </Text>
      <Text size="sm" c="dimmed">
        {t('show')}
      </Text>
    </div>
  )
}
