'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

/** The longest of these that the address begins with is where one is. */
const places = [
  { href: '/', key: 'shop' },
  { href: '/docs', key: 'reference' },
  { href: '/docs/errors', key: 'errors' },
] as const

/** Only where the shop is played with the simulated platform. */
const sandboxPlace = { href: '/sandbox', key: 'sandbox' } as const

export function SiteNavigation({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations('shell')
  const path = usePathname()
  const shown = isSandbox ? [...places, sandboxPlace] : places
  const here = shown.findLast(({ href }) => path === href || path.startsWith(`${href}/`))
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {shown.map(({ href, key }) => (
        <Link key={key} href={href} className={classes.link} aria-current={here?.href === href ? 'page' : undefined}>
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
