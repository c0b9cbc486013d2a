'use client'

import { IconChevronLeft, IconShoppingCart } from '@tabler/icons-react'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { MouseEvent } from 'react'
import { CartCount } from './cart-count'
import classes from './frame.module.css'

interface ScreenBarProps {
  title: string
  /** If the history has no previous page of this site. undefined: no button, for screens with the tab bar. */
  back?: string
  /** false for a product, whose page contains its own heading. */
  isHeading?: boolean
  hasCart?: boolean
}

/** On this site. false in browsers without the Navigation API. */
const hasPageBefore = () => 'navigation' in window && (navigation.currentEntry?.index ?? 0) > 0

export function ScreenBar({ title, back, isHeading = true, hasCart = false }: ScreenBarProps) {
  const t = useTranslations('storefront')
  const router = useRouter()
  const goBack = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !hasPageBefore()) return
    event.preventDefault()
    router.back()
  }
  const Heading = isHeading ? 'h1' : 'p'
  return (
    <div className={classes.bar}>
      {back && (
        <Link href={back} prefetch={false} className={classes.barLink} aria-label={t('back')} onClick={goBack}>
          <IconChevronLeft size={24} stroke={1.8} aria-hidden="true" />
        </Link>
      )}
      <Heading className={classes.barTitle}>{title}</Heading>
      {hasCart && (
        <Link href="/cart" prefetch={false} className={classes.barLink} data-end>
          <span className={classes.tabIcon}>
            <IconShoppingCart size={22} stroke={1.7} aria-label={t('tab.cart')} />
            <CartCount />
          </span>
        </Link>
      )}
    </div>
  )
}
