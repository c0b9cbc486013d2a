'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import classes from '@/components/shop/order/order.module.css'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { type Promotion, useTerms } from './use-terms'

interface CouponCardProps {
  promotion: Promotion
  action?: ReactNode
  children: ReactNode
}

export function CouponCard({ promotion, action, children }: CouponCardProps) {
  const t = useTranslations('purchase.coupon')
  const terms = useTerms()
  const { id, label, scope, except_product_ids } = promotion
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text fw={650} lang={shopLanguage}>
            {label}
          </Text>
          {terms(promotion).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
          {children}
          {(scope !== 'all' || except_product_ids.length > 0) && (
            <Text
              component={Link}
              href={`/promotion/${id}`}
              prefetch={false}
              size="sm"
              c="accent"
              display="inline-block"
              py={4}
              aria-label={`${t('toProducts')} ${label}`}
            >
              {t('toProducts')}
            </Text>
          )}
        </div>
        {action}
      </div>
    </li>
  )
}
