'use client'

import { VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useCart } from '@/components/shop/cart'
import { pieces } from '@/components/shop/cart-sums'
import classes from './frame.module.css'

export function CartCount() {
  const t = useTranslations('storefront')
  const count = pieces(useCart().lines ?? [])
  if (count === 0) return null
  return (
    <span className={classes.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <VisuallyHidden>{t('inCart', { count })}</VisuallyHidden>
    </span>
  )
}
