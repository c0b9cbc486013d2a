'use client'

import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from '@/components/shop/order/order.module.css'
import { shopLanguage } from '@/components/ui/language'
import { type Promotion, useTerms } from './use-terms'

interface CouponCardProps {
  promotion: Promotion
  action?: ReactNode
  children: ReactNode
}

export function CouponCard({ promotion, action, children }: CouponCardProps) {
  const terms = useTerms()
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Text fw={650} lang={shopLanguage}>
            {promotion.label}
          </Text>
          {terms(promotion).map((line) => (
            <Text key={line} size="sm">
              {line}
            </Text>
          ))}
          {children}
        </div>
        {action}
      </div>
    </li>
  )
}
