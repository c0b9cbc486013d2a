'use client'

import Link from 'next/link'
import { useLocale } from 'next-intl'
import { flatten, titleOf } from '@/lib/menu/routes'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { MenuIcon } from './menu-icon'

/** The pages of the menu as tiles, for the start page. */
export function PageTiles() {
  const { routes } = useAdmin()
  const locale = useLocale()
  const pages = flatten(routes).filter(({ type, hidden }) => type === 'page' && !hidden)
  return (
    <ul className={classes.tiles}>
      {pages.map((route) => (
        <li key={route.id}>
          <Link href={route.path ?? '/admin'} prefetch={false} className={classes.tile}>
            <span className={classes.tileIcon}>
              <MenuIcon name={route.icon} />
            </span>
            {titleOf(locale, route)}
          </Link>
        </li>
      ))}
    </ul>
  )
}
