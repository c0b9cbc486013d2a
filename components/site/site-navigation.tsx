'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

/**
 * The links that {@link SiteNavigation} shows with and without the sandbox. If several links lead to the current path
 * or to a folder above it, the last one is marked as current, so a longer path must come later. `/` is marked only on
 * the home screen.
 */
const links = [
  { href: '/', key: 'shop' },
  { href: '/docs', key: 'reference' },
  { href: '/docs/errors', key: 'errors' },
] as const

/** The link to the sandbox, shown only with SANDBOX=1. */
const sandboxLink = { href: '/sandbox', key: 'sandbox' } as const

/** The link to the admin. Not prefetched, because most visitors are customers. */
const adminLink = { href: '/admin', key: 'admin' } as const

/**
 * The links in the header for developers. In a real shop (`isSandbox` false), only the pages of the API reference show
 * these links.
 */
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
