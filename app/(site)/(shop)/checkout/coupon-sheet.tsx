'use client'

import { Button, Text, UnstyledButton } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { Sheet } from '@/components/shop/sheet'
import { shopLanguage } from '@/components/ui/language'
import classes from './checkout.module.css'
import type { Coupon } from './coupon-choice'
import { useRefusalText } from './use-refusal-text'

interface CouponSheetProps {
  coupons: Coupon[]
  chosen: number | undefined
  /** null: no coupon. */
  onChoose: (coupon_id: number | null) => void
  onClose: () => void
}

/** Usable ones by reduction come first. */
export default function CouponSheet({ coupons, chosen, onChoose, onClose }: CouponSheetProps) {
  const t = useTranslations('purchase.coupon')
  const format = useFormatter()
  const refusalText = useRefusalText()
  const usable = coupons.filter((coupon) => coupon.usable).sort((a, b) => b.off_amount - a.off_amount)
  const others = coupons.filter((coupon) => !coupon.usable)
  return (
    <Sheet title={t('choose')} onClose={onClose}>
      <ul className={classes.coupons} aria-label={t('choose')}>
        {usable.map(({ id, label, off_amount, ends_at }) => (
          <li key={id}>
            <UnstyledButton
              className={classes.coupon}
              data-chosen={id === chosen || undefined}
              aria-pressed={id === chosen}
              onClick={() => onChoose(id)}
            >
              <span className={classes.couponHead}>
                <Text span fw={600} size="sm" lang={shopLanguage}>
                  {label}
                </Text>
                <Text span fw={600} size="sm">
                  {format.number(-off_amount / 100, 'price')}
                </Text>
              </span>
              <Text span size="xs" c="dimmed">
                {t('until', { time: format.dateTime(new Date(ends_at), { dateStyle: 'medium', timeStyle: 'short' }) })}
              </Text>
            </UnstyledButton>
          </li>
        ))}
        {others.map(({ id, label, reason, ...missing }) => (
          <li key={id} className={classes.coupon}>
            <Text fw={600} size="sm" c="dimmed" lang={shopLanguage}>
              {label}
            </Text>
            <Text size="xs">{reason && refusalText({ reason, ...missing })}</Text>
          </li>
        ))}
      </ul>
      <Button
        fullWidth
        size="md"
        mt="sm"
        variant="default"
        aria-pressed={chosen === undefined}
        onClick={() => onChoose(null)}
      >
        {t('none')}
      </Button>
    </Sheet>
  )
}
