'use client'

import { IconExternalLink } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { flatten, type Route, titleOf, trailTo } from '@/lib/menu/routes'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { MenuIcon } from './menu-icon'

// Loaded when the menu shows icons only.
const Hint = dynamic(() => import('../hint'), { ssr: false })

interface SidebarProps {
  /** Shows icons only. */
  isCollapsed: boolean
  onNavigate?: () => void
}

/** The user's menu. */
export function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const { routes } = useAdmin()
  const currentId = trailTo(routes, usePathname()).at(-1)?.id
  return (
    <div className={classes.menu}>
      <MenuLevel routes={routes} currentId={currentId} isCollapsed={isCollapsed} onNavigate={onNavigate} />
    </div>
  )
}

interface MenuLevelProps extends SidebarProps {
  routes: Route[]
  /** The id of the current page's menu. */
  currentId: number | undefined
}

function MenuLevel({ routes, ...rest }: MenuLevelProps) {
  return (
    <ul className={classes.level}>
      {routes
        .filter(({ hidden }) => !hidden)
        .map((route) => (
          <li key={route.id}>
            {route.type === 'directory' ? <Directory route={route} {...rest} /> : <MenuLink route={route} {...rest} />}
          </li>
        ))}
    </ul>
  )
}

function Directory({ route, ...rest }: Omit<MenuLevelProps, 'routes'> & { route: Route }) {
  const title = titleOf(useLocale(), route)
  // A directory with only hidden pages is not shown.
  if (!flatten(route.children).some(({ type, hidden }) => type !== 'directory' && !hidden)) return null
  return (
    <>
      <span className={classes.directory}>{title}</span>
      <MenuLevel routes={route.children} {...rest} />
    </>
  )
}

function MenuLink({ route, currentId, isCollapsed, onNavigate }: Omit<MenuLevelProps, 'routes'> & { route: Route }) {
  const t = useTranslations('admin')
  const element = useRef<HTMLAnchorElement>(null)
  const [isAsked, setAsked] = useState(false)
  const title = titleOf(useLocale(), route)
  const content = (
    <>
      <MenuIcon name={route.icon} />
      <span className={classes.label}>{title}</span>
    </>
  )
  const path = route.path ?? '/admin'
  const common = {
    ref: element,
    className: classes.link,
    href: path,
    onMouseEnter: () => setAsked(true),
    onMouseLeave: () => setAsked(false),
    onFocus: () => setAsked(true),
    onBlur: () => setAsked(false),
  }
  return (
    <>
      {route.type === 'link' ? (
        <a {...common} target="_blank" rel="noopener noreferrer">
          {content}
          <IconExternalLink size={14} className={classes.external} role="img" aria-label={t('newWindow')} />
        </a>
      ) : (
        <Link
          {...common}
          // A dozen links are visible: each would be prefetched on every page.
          prefetch={false}
          aria-current={route.id === currentId ? 'page' : undefined}
          onClick={onNavigate}
        >
          {content}
        </Link>
      )}
      {isCollapsed && isAsked && <Hint target={element} label={title} position="right" />}
    </>
  )
}
