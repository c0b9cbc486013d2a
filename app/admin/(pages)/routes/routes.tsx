'use client'

import { Code, Select, Text } from '@mantine/core'
import { IconRoute } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useTransition } from 'react'
import { MenuIcon } from '@/components/admin/frame/menu-icon'
import { Tag } from '@/components/admin/tag/tag'
import { EmptyState } from '@/components/ui/empty-state'
import { flatten, type Route, titleOf } from '@/lib/menu/routes'
import classes from './routes.module.css'

interface RoutesProps {
  routes: Route[]
  /** By code. Elements that the user may not read are missing; the page shows their codes. */
  elementNames: Readonly<Record<string, string>>
  /** Empty: only the user's own navigation. */
  groups: { value: string; label: string }[]
  group: string | undefined
  /** Of menus. */
  total: number
}

export function Routes({ routes, elementNames, groups, group, total }: RoutesProps) {
  const t = useTranslations('routes')
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const choose = (id: string | null) =>
    startTransition(() => router.push(id ? `/admin/routes?group_id=${id}` : '/admin/routes', { scroll: false }))
  return (
    <section className={classes.panel} aria-label={t('title')} aria-busy={isPending}>
      <div className={classes.head}>
        {groups.length > 0 && (
          <Select
            size="sm"
            aria-label={t('as')}
            placeholder={t('self')}
            data={groups}
            value={group ?? null}
            onChange={choose}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('backToSelf') }}
            w={240}
          />
        )}
        <Text size="sm" c="dimmed" role="status">
          {t('count', { count: flatten(routes).length, total })}
        </Text>
      </div>
      {routes.length > 0 ? (
        <RouteLevel routes={routes} elementNames={elementNames} />
      ) : (
        <EmptyState
          icon={<IconRoute size={28} stroke={1.6} />}
          title={t('nothing')}
          description={t('nothingDescription')}
        />
      )}
    </section>
  )
}

function RouteLevel({ routes, elementNames }: Pick<RoutesProps, 'routes' | 'elementNames'>) {
  const t = useTranslations('routes')
  const locale = useLocale()
  return (
    <ul className={classes.level}>
      {routes.map((route) => (
        <li key={route.id}>
          <div className={classes.route}>
            <MenuIcon name={route.icon} />
            <span className={classes.title}>{titleOf(locale, route)}</span>
            {route.hidden && <Tag style="default">{t('hidden')}</Tag>}
            {route.path && <code className={classes.path}>{route.path}</code>}
          </div>
          {route.elements.length > 0 && (
            <ul className={classes.elements} aria-label={t('elements', { name: titleOf(locale, route) })}>
              {route.elements.map((code) => (
                <li key={code} title={code}>
                  {elementNames[code] ? <Tag style="default">{elementNames[code]}</Tag> : <Code>{code}</Code>}
                </li>
              ))}
            </ul>
          )}
          {route.children.length > 0 && <RouteLevel routes={route.children} elementNames={elementNames} />}
        </li>
      ))}
    </ul>
  )
}
