'use client'

import { IconCategory } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { CreateButton } from '@/components/admin/resource-form/create-button'
import { RecordDrawer } from '@/components/admin/resource-form/record-drawer'
import { RecordLink } from '@/components/admin/resource-form/record-link'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { EmptyState } from '@/components/ui/empty-state'
import { Picture } from '@/components/ui/picture'
import { SortableTree } from '@/components/ui/tree/sortable-tree'
import { useAction } from '@/components/ui/use-action'
import { flattenTree } from '@/lib/kit/api/rows/tree'
import { send } from '@/lib/server/client'
import classes from './category.module.css'

type Category = RowOf<'GET /cms/category'>

const CategoryForm = dynamic(() => import('./form'))

const maxDepth = 3

const levelsIn = (categories: readonly Category[], level = 1): [id: number, level: number][] =>
  categories.flatMap(({ id, children }) => [[id, level] as const, ...levelsIn(children, level + 1)])

/** In the order of the shop. */
export function Categories({ categories }: { categories: Category[] }) {
  const t = useTranslations('category')
  const can = useCan()
  const act = useAction()
  const levels = new Map(levelsIn(categories))
  const create = <CreateButton resource="category">{t('create')}</CreateButton>
  return (
    <section className={classes.panel} aria-label={t('tree')}>
      {categories.length === 0 ? (
        <EmptyState
          icon={<IconCategory size={28} stroke={1.6} />}
          title={t('none')}
          description={t('noneDescription')}
          actions={create}
        />
      ) : (
        <SortableTree
          label={t('tree')}
          items={categories}
          nameOf={({ name }) => name}
          canContain={({ id }) => (levels.get(id) ?? maxDepth) < maxDepth}
          actions={create}
          disabled={!can('category.update')}
          onMove={({ positions, before, message }) =>
            act(() => send('PUT /cms/category/order', { body: { items: positions } }), {
              success: message,
              failure: t('orderFailed'),
              undo: () => send('PUT /cms/category/order', { body: { items: before } }),
            })
          }
        >
          {({ id, name, image_url, status, product_count: { total, on_sale } }) => (
            <RecordLink resource="category" id={id} className={classes.node}>
              <Picture url={image_url} size={28} />
              <span className={classes.name}>{name}</span>
              {status === 'disabled' ? <DictionaryTag type="enabled_disabled" value={status} /> : <span />}
              <small>{t('count', { on_sale, total })}</small>
            </RecordLink>
          )}
        </SortableTree>
      )}
      <RecordDrawer
        resource="category"
        rows={flattenTree(categories)}
        read={async (id) => flattenTree(await send('GET /cms/category')).find((one) => one.id === id)}
        form={CategoryForm}
      />
    </section>
  )
}
