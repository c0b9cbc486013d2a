'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

/** The last matching link is marked, so a longer path must come later. `/` only on the home screen. */
const links = [
  { href: '/', key: 'shop' },
  { href: '/docs', key: 'reference' },
  { href: '/docs/errors', key: 'errors' },
] as const

/** Only with SANDBOX=1. */
const sandboxLink = { href: '/sandbox', key: 'sandbox' } as const

/** Not prefetched, because most visitors are customers. */
const adminLink = { href: '/admin', key: 'admin' } as const

/** In a real shop, only on the pages of the API reference. */
export function SiteNavigation({ isSandbox }: { isSandbox: boolean }) {
  const t = useTranslations('shell')
  const path = usePathname()
  if (!isSandbox && !/^\/docs(\/|$)/.test(path)) return null
  const shownLinks = [...links, ...(isSandbox ? [sandboxLink] : []), adminLink]
  const current = shownLinks.findLast(({ href }) => path === href || path.startsWith(`${href}/`))
  return (
    <nav aria-label={t('navigation')} className={classes.navigation}>
      {shownLinks.map(({ href, key }) => (
        <Link
          key={key}
          href={href}
          prefetch={href === adminLink.href ? false : undefined}
          className={classes.link}
          aria-current={current?.href === href ? 'page' : undefined}
        >
          {t(key)}
        </Link>
      ))}
    </nav>
  )
}
