'use client'

import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconTicket } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { shopLanguage } from '@/components/ui/language'
import { onDemand } from '@/components/ui/on-demand'
import type { Answer } from '@/lib/server/client'
import classes from './checkout.module.css'

// Loaded when the customer changes the coupon.
const CouponSheet = onDemand(async () => (await import('./coupon-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

export type Coupon = Answer<'POST /v1/order/preview'>['coupons'][number]

interface CouponChoiceProps {
  coupons: Coupon[]
  chosen: number | undefined
  /** null: no coupon. */
  onChoose: (coupon_id: number | null) => void
}

export function CouponChoice({ coupons, chosen, onChoose }: CouponChoiceProps) {
  const t = useTranslations('purchase.coupon')
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const used = coupons.find(({ id }) => id === chosen)
  const usable = coupons.filter((coupon) => coupon.usable).length
  if (coupons.length === 0) return null
  return (
    <>
      <UnstyledButton className={classes.address} onClick={() => setOpen(true)}>
        <IconTicket size={22} stroke={1.6} aria-hidden="true" />
        <span>
          <Text span fw={600} size="sm" display="block">
            {t('one')}
          </Text>
          <Text span size="sm" c="dimmed">
            {used
              ? t.rich('used', {
                  label: () => <span lang={shopLanguage}>{used.label}</span>,
                  off: format.number(used.off_amount / 100, 'price'),
                })
              : t('usable', { count: usable })}
          </Text>
        </span>
        <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && (
        <CouponSheet
          coupons={coupons}
          chosen={chosen}
          onClose={() => setOpen(false)}
          onChoose={(coupon_id) => {
            onChoose(coupon_id)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
