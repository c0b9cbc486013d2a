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
  /**
   * The path that the back button opens if the history has no previous page of this site. undefined: no back button,
   * for screens with the tab bar.
   */
  back?: string
  /** Whether the title is the heading of the page. false for the page of a product, which contains its own heading. */
  isHeading?: boolean
  hasCart?: boolean
}

/** Whether the previous page in the history is on this site. false in browsers without the Navigation API. */
const hasPageBefore = () => 'navigation' in window && (navigation.currentEntry?.index ?? 0) > 0

/** The bar at the top of a screen, with the back button and the title. `hasCart`: also a link to the cart. */
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
