'use client'

import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { MenuIcon } from '@/components/admin/frame/menu-icon'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { SortableTree } from '@/components/ui/tree/sortable-tree'
import { useAction } from '@/components/ui/use-action'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { titleOf } from '@/lib/menu/routes'
import { send } from '@/lib/server/client'
import classes from './menu.module.css'

const MenuForm = dynamic(() => import('./form'))

/** In the order of the navigation. */
export function Menus({ menus }: { menus: RowOf<'GET /cms/menu'>[] }) {
  const t = useTranslations('menu')
  const locale = useLocale()
  const can = useCan()
  const act = useAction()
  return (
    <section className={classes.panel} aria-label={t('tree')}>
      <SortableTree
        label={t('tree')}
        items={menus}
        nameOf={(menu) => titleOf(locale, menu)}
        canContain={({ type }) => type === 'directory'}
        actions={<CreateButton resource="menu">{t('create')}</CreateButton>}
        disabled={!can('menu.update')}
        onMove={({ positions, before, message }) =>
          act(() => send('PUT /cms/menu/order', { body: { items: positions } }), {
            success: message,
            failure: t('orderFailed'),
            undo: () => send('PUT /cms/menu/order', { body: { items: before } }),
          })
        }
      >
        {({ id, title, title_en, icon, path, hidden, type }) => (
          <RecordLink resource="menu" id={id} className={classes.node}>
            <MenuIcon name={icon} />
            <span className={classes.title}>
              {/* The space separates the two names for screen readers. */}
              {titleOf(locale, { title, title_en })} {title_en && <small>{locale === 'en' ? title : title_en}</small>}
            </span>
            <code>{path ?? t(`types.${type}`)}</code>
            <small>{hidden && t('hidden')}</small>
          </RecordLink>
        )}
      </SortableTree>
      <RecordDrawer
        resource="menu"
        rows={flattenTree(menus)}
        nameOf={(menu) => titleOf(locale, menu)}
        read={(id) => send('GET /cms/menu/{id}', { params: { id } })}
        form={MenuForm}
      />
    </section>
  )
}
