'use client'

import { IconChevronDown, IconExternalLink, IconLayoutDashboard } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import type { DirectoryName } from '@/lib/menu/elements'
import { flatten, type Route, titleOf, trailTo } from '@/lib/menu/routes'
import { remember } from '@/lib/server/admin/remember'
import classes from './admin.module.css'
import { useAdmin } from './admin-context'
import { MenuIcon } from './menu-icon'

const Hint = dynamic(() => import('@/components/ui/hint'), { ssr: false })

interface SidebarProps {
  isCollapsed: boolean
  onNavigate?: () => void
}

/** Menu entries that fit on a screen of 768 px without scrolling, together with their headings. */
const shownAtFirst = 13

const preference = 'sections'

/** Closed until the user opens it, even in a short menu. */
const usuallyClosed: DirectoryName = 'developer'

const isUsuallyClosed = ({ name }: Route) => name === usuallyClosed

/** Also of nested directories. */
const entriesOf = ({ children }: Route) =>
  flatten(children).filter(({ type, hidden }) => type !== 'directory' && !hidden)

/** The sections with which the menu would exceed `shownAtFirst`, except the usually closed one. */
function closedAtFirst(routes: readonly Route[]): ReadonlySet<number> {
  const closed = new Set<number>()
  // The dashboard is the first entry.
  let shown = 1
  for (const route of routes) {
    if (route.hidden || isUsuallyClosed(route)) continue
    const count = route.type === 'directory' ? entriesOf(route).length : 1
    if (route.type === 'directory' && shown + count > shownAtFirst) closed.add(route.id)
    else shown += count
  }
  return closed
}

/** From the top and bottom of the menu, in pixels. */
const clearance = 24

/** After `scrollIntoView`, Tab would continue from the entry and skip the link to the content. */
function scrollTo(menu: Element, entry: Element) {
  const [frame, place] = [menu.getBoundingClientRect(), entry.getBoundingClientRect()]
  const above = frame.top + clearance - place.top
  const below = place.bottom - (frame.bottom - clearance)
  if (above > 0) menu.scrollTop -= above
  else if (below > 0) menu.scrollTop += below
}

/** A closed section shows only the path to the current page. */
export function Sidebar({ isCollapsed, onNavigate }: SidebarProps) {
  const { routes, remembered } = useAdmin()
  const t = useTranslations('admin')
  const path = usePathname()
  const menu = useRef<HTMLDivElement>(null)
  const stored = remembered[preference]
  // A stored list from before a usually closed section was added does not have its id, so that section stays closed.
  const [toggled, setToggled] = useState<ReadonlySet<number>>(() =>
    stored === undefined ? closedAtFirst(routes) : new Set(stored.split(',').map(Number)),
  )
  const trail = trailTo(routes, path).map(({ id }) => id)
  const toggle = (id: number) => {
    const next = new Set(toggled)
    if (!next.delete(id)) next.add(id)
    remember(preference, [...next].join())
    setToggled(next)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is another one on another path
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current]')
    if (menu.current && entry) scrollTo(menu.current, entry)
  }, [path])
  return (
    <div className={classes.menu} ref={menu}>
      <ul className={classes.level}>
        <li>
          <PageLink
            isCollapsed={isCollapsed}
            onNavigate={onNavigate}
            title={t('dashboard')}
            path="/admin"
            icon={<IconLayoutDashboard size={18} stroke={1.6} aria-hidden="true" />}
            isCurrent={path === '/admin'}
          />
        </li>
        <Entries
          routes={routes}
          trail={trail}
          toggled={toggled}
          isCollapsed={isCollapsed}
          onNavigate={onNavigate}
          onToggle={toggle}
        />
      </ul>
    </div>
  )
}

interface EntriesProps extends SidebarProps {
  routes: Route[]
  /** The ids of the menu entries on the path to the current page. */
  trail: readonly number[]
  /** Usually open sections that are closed, and the reverse. */
  toggled: ReadonlySet<number>
  onToggle: (id: number) => void
  /** Only the path to the current page is shown. */
  isClosed?: boolean
}

function Entries({ routes, isClosed = false, ...rest }: EntriesProps) {
  return routes
    .filter(({ hidden }) => !hidden)
    .map((route) => (
      <li key={route.id} hidden={isClosed && !rest.trail.includes(route.id)}>
        {route.type === 'directory' ? <Directory route={route} {...rest} /> : <MenuLink route={route} {...rest} />}
      </li>
    ))
}

type DirectoryProps = Omit<EntriesProps, 'routes' | 'isClosed'> & { route: Route }

function Directory({ route, ...rest }: DirectoryProps) {
  const { toggled, onToggle, isCollapsed } = rest
  const id = useId()
  const title = titleOf(useLocale(), route)
  // A directory with only hidden pages is not shown.
  if (entriesOf(route).length === 0) return null
  // The menu of icons shows lines instead of headings, so its sections stay open.
  const isClosed = !isCollapsed && toggled.has(route.id) !== isUsuallyClosed(route)
  return (
    <>
      {isCollapsed ? (
        <span className={classes.directory}>{title}</span>
      ) : (
        <button
          type="button"
          className={classes.directory}
          aria-expanded={!isClosed}
          aria-controls={id}
          onClick={() => onToggle(route.id)}
        >
          {title}
          <IconChevronDown size={14} stroke={1.8} aria-hidden="true" />
        </button>
      )}
      <ul className={classes.level} id={id}>
        <Entries routes={route.children} isClosed={isClosed} {...rest} />
      </ul>
    </>
  )
}

interface MenuLinkProps extends Pick<EntriesProps, 'trail' | 'isCollapsed' | 'onNavigate'> {
  route: Route
}

function MenuLink({ route, trail, ...rest }: MenuLinkProps) {
  const title = titleOf(useLocale(), route)
  return (
    <PageLink
      {...rest}
      title={title}
      path={route.path ?? '/admin'}
      icon={<MenuIcon name={route.icon} />}
      isCurrent={route.id === trail.at(-1)}
      isExternal={route.type === 'link'}
    />
  )
}

interface PageLinkProps extends SidebarProps {
  title: string
  path: string
  icon: ReactNode
  isCurrent: boolean
  /** In a new tab. */
  isExternal?: boolean
}

function PageLink({ title, path, icon, isCurrent, isExternal, isCollapsed, onNavigate }: PageLinkProps) {
  const t = useTranslations('admin')
  const element = useRef<HTMLAnchorElement>(null)
  const [isAsked, setAsked] = useState(false)
  const content = (
    <>
      {icon}
      <span className={classes.label}>{title}</span>
    </>
  )
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
      {isExternal ? (
        <a {...common} target="_blank" rel="noopener noreferrer">
          {content}
          <IconExternalLink size={14} className={classes.external} role="img" aria-label={t('newWindow')} />
        </a>
      ) : (
        <Link
          {...common}
          // A dozen links are visible, and each would be prefetched on every page.
          prefetch={false}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={onNavigate}
        >
          {content}
        </Link>
      )}
      {isCollapsed && isAsked && <Hint target={element} label={title} position="right" />}
    </>
  )
}
