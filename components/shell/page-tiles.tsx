'use client'

import Link from 'next/link'
import { useLocale } from 'next-intl'
import { MenuIcon } from './menu-icon'
import classes from './office.module.css'
import { useOffice } from './office-context'
import { flatten, titleOf } from './routes'

/** The pages of the menu, to begin with. */
export function PageTiles() {
  const { routes } = useOffice()
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
