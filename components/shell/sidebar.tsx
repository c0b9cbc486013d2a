'use client'

import { Tooltip } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { MenuIcon } from './menu-icon'
import classes from './office.module.css'
import { useOffice } from './office-context'
import { flatten, type Route, titleOf, trailTo } from './routes'

interface SidebarProps {
  /** Icons alone. */
  isRail: boolean
  onFollow?: () => void
}

/** The menu, as the server answers it for this person. */
export function Sidebar({ isRail, onFollow }: SidebarProps) {
  const { routes } = useOffice()
  const here = trailTo(routes, usePathname()).at(-1)?.id
  return (
    <div className={classes.menu}>
      <Level routes={routes} here={here} isRail={isRail} onFollow={onFollow} />
    </div>
  )
}

interface LevelProps extends SidebarProps {
  routes: Route[]
  /** The page that is shown. */
  here: number | undefined
}

function Level({ routes, ...rest }: LevelProps) {
  return (
    <ul className={classes.level}>
      {routes
        .filter(({ hidden }) => !hidden)
        .map((route) => (
          <li key={route.id}>
            {route.type === 'directory' ? <Directory route={route} {...rest} /> : <Leaf route={route} {...rest} />}
          </li>
        ))}
    </ul>
  )
}

function Directory({ route, ...rest }: Omit<LevelProps, 'routes'> & { route: Route }) {
  const title = titleOf(useLocale(), route)
  // One that holds only hidden pages has nothing to head.
  if (!flatten(route.children).some(({ type, hidden }) => type !== 'directory' && !hidden)) return null
  return (
    <>
      <span className={classes.directory}>{title}</span>
      <Level routes={route.children} {...rest} />
    </>
  )
}

function Leaf({ route, here, isRail, onFollow }: Omit<LevelProps, 'routes'> & { route: Route }) {
  const t = useTranslations('office')
  const title = titleOf(useLocale(), route)
  const inside = (
    <>
      <MenuIcon name={route.icon} />
      <span className={classes.label}>{title}</span>
    </>
  )
  const path = route.path ?? '/admin'
  return (
    <Tooltip label={title} position="right" disabled={!isRail} openDelay={200}>
      {route.type === 'link' ? (
        <a className={classes.link} href={path} target="_blank" rel="noopener noreferrer">
          {inside}
          <IconExternalLink size={14} className={classes.external} role="img" aria-label={t('newWindow')} />
        </a>
      ) : (
        <Link
          className={classes.link}
          href={path}
          // A dozen of them in sight: each would be asked for on every page.
          prefetch={false}
          aria-current={route.id === here ? 'page' : undefined}
          onClick={onFollow}
        >
          {inside}
        </Link>
      )}
    </Tooltip>
  )
}
