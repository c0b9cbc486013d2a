'use client'

import { IconCategory, IconHome, IconShoppingCart, IconUser } from '@tabler/icons-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { CartCount } from './cart-count'
import classes from './frame.module.css'

const tabs = [
  { href: '/', key: 'home', Icon: IconHome },
  { href: '/category', key: 'categories', Icon: IconCategory },
  { href: '/cart', key: 'cart', Icon: IconShoppingCart },
  { href: '/me', key: 'me', Icon: IconUser },
] as const

/** Other screens have a back button. */
export const isTab = (path: string) => tabs.some(({ href }) => href === path)

export function TabBar({ path }: { path: string }) {
  const t = useTranslations('storefront.tab')
  return (
    <nav className={classes.tabs} aria-label={t('label')} data-tab-bar>
      {tabs.map(({ href, key, Icon }) => (
        <Link key={key} href={href} className={classes.tab} aria-current={path === href ? 'page' : undefined}>
          <span className={classes.tabIcon}>
            <Icon size={24} stroke={1.6} aria-hidden="true" />
            {key === 'cart' && <CartCount />}
          </span>
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
