'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter, useSearchParams } from 'next/navigation'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import type { BulkAction, Page, RowAction, RowOf } from '@/components/admin/resource-table/declaration'
import { foundIn } from '@/components/admin/resource-table/found-in'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag, Tag, Tags } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { newIntention } from '@/components/ui/intention'
import { Link } from '@/components/ui/link'
import { treeOptions } from '@/components/ui/tree/tree-options'
import { useAction } from '@/components/ui/use-action'
import { deliveries } from '@/db/enums'
import { changedPrice } from '@/lib/product/changed-price'
import { isPossibleOrder } from '@/lib/product/scarce'
import { listPath, ordersWith } from '@/lib/server/admin/record-path'
import { type CallInput, send } from '@/lib/server/client'
import { useCategoryTree } from '../use-category-tree'
import { countDoubts, priceChangeIn, readPrices, type SkuPrices } from './bulk-prices'

const AskCategory = dynamic(() => import('./ask').then(({ AskCategory }) => AskCategory), { ssr: false })
const AskPrice = dynamic(() => import('./ask').then(({ AskPrice }) => AskPrice), { ssr: false })
const AskLowStock = dynamic(() => import('./ask').then(({ AskLowStock }) => AskLowStock), { ssr: false })
const AskDeliveries = dynamic(() => import('./ask').then(({ AskDeliveries }) => AskDeliveries), { ssr: false })
const AskTemplate = dynamic(() => import('./ask').then(({ AskTemplate }) => AskTemplate), { ssr: false })
const AskWeight = dynamic(() => import('./ask').then(({ AskWeight }) => AskWeight), { ssr: false })

type Row = RowOf<'GET /cms/product'>

interface ProductsProps {
  page: Page<Row>
}

export function Products({ page }: ProductsProps) {
  const readCategories = useCategoryTree()
  const t = useTranslations('catalogue')
  const [deleting, setDeleting] = useState<Row>()
  const can = useCan()
  const act = useAction()
  const rowActions = useRowActions(setDeleting)
  const tab = useSearchParams().get('tab')
  const range = usePriceRange()
  return (
    <>
      <ResourceTable
        name="product"
        texts="catalogue"
        rows={page}
        paging="cursor"
        search={t('search')}
        tabs={{
          name: 'tab',
          label: t('tabs'),
          values: ['on_sale', 'off_sale', 'draft', 'sold_out', 'low', 'deleted'],
          readCounts: () => send('GET /cms/product/count'),
        }}
        filters={[
          { kind: 'choice', name: 'status', options: useDictionaryOptions('product_status') },
          {
            kind: 'record',
            name: 'category_id',
            label: t('category'),
            known: ({ category }) => category,
            ...foundIn(async () => treeOptions(await readCategories())),
          },
          {
            kind: 'record',
            name: 'theme_id',
            label: t('theme'),
            ...foundIn(async () =>
              (await send('GET /v1/theme')).map(({ id, name }) => ({ value: String(id), label: name })),
            ),
          },
          { kind: 'text', name: 'external_id', label: t('externalId') },
          { kind: 'prices', name: 'price_from', until: 'price_to', label: t('price') },
          { kind: 'span', name: 'created_from', until: 'created_to', label: t('createdAt') },
        ]}
        columns={[
          { key: 'image_url', label: t('picture'), kind: 'image', width: 72 },
          { key: 'name', sort: true },
          { key: 'category', width: 150, render: (row) => row.category.name },
          { key: 'price', kind: 'money', width: 140, sort: true, render: (row) => range(row.price, row.price_max) },
          { key: 'stock', kind: 'number', width: 80, sort: isPossibleOrder('stock', tab) },
          { key: 'lowest_stock', kind: 'number', width: 140 },
          { key: 'sold_count', kind: 'number', width: 90, sort: true },
          { key: 'status', width: 112, render: (row) => <Status row={row} /> },
          { key: 'created_at', kind: 'time', width: 140, sort: true, hidden: true },
          { key: 'updated_at', kind: 'time', width: 140, hidden: true },
        ]}
        create={t('create')}
        csv="/cms/product"
        ownFile
        actions={
          can('product.import') && (
            <Button component={Link} href="/admin/product/import" variant="default">
              {t('import')}
            </Button>
          )
        }
        bulk={useBulkActions()}
        readPage={(query) => send('GET /cms/product', { query })}
        rowActions={rowActions}
      />
      {deleting && (
        <ConfirmDialog
          title={t('deleteTitle', { name: deleting.name })}
          confirmLabel={t('delete')}
          cancelLabel={t('cancel')}
          onCancel={() => setDeleting(undefined)}
          onConfirm={() => {
            setDeleting(undefined)
            const { id, name } = deleting
            void act(() => send('DELETE /cms/product/{id}', { params: { id } }), {
              success: t('deleted', { name }),
              failure: t('deleteFailed', { name }),
            })
          }}
        >
          {t('deleteWarning')}
        </ConfirmDialog>
      )}
    </>
  )
}

/** With "in the trash", and scheduled changes. */
function Status({ row }: { row: Row }) {
  const t = useTranslations('catalogue')
  const format = useFormatter()
  const { status, deleted_at, publish_at, unpublish_at } = row
  if (deleted_at) return <Tag style="danger">{t('inBin')}</Tag>
  const moment = (at: string) => format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' })
  const plan = [
    publish_at && t('publishesAt', { at: moment(publish_at) }),
    unpublish_at && t('unpublishesAt', { at: moment(unpublish_at) }),
  ].filter(Boolean)
  return (
    <Tags title={plan.join('\n') || undefined}>
      <DictionaryTag type="product_status" value={status} />
      {plan.length > 0 && <Tag style="info">{t('scheduled')}</Tag>}
    </Tags>
  )
}

function useRowActions(onDelete: (row: Row) => void) {
  const t = useTranslations('catalogue')
  const can = useCan()
  const act = useAction()
  const router = useRouter()
  const language = useLocale()
  const seesOrders = useMayOpen()(listPath('order'))
  return (row: Row): RowAction[] => {
    const { id, name } = row
    const duplicate = async () => {
      const copy = await send('POST /cms/product/{id}/duplicate', { params: { id }, query: { language } })
      router.push(`/admin/product/${copy.id}`)
    }
    const orders = seesOrders
      ? [{ key: 'orders', label: t('uses.all'), onSelect: () => router.push(ordersWith({ product_id: id })) }]
      : []
    const restore = () => send('POST /cms/product/{id}/restore', { params: { id } })
    if (row.deleted_at) {
      if (!can('product.update')) return orders
      const messages = { success: t('restored', { name }), failure: t('restoreFailed', { name }) }
      return [...orders, { key: 'restore', label: t('restore'), onSelect: () => void act(restore, messages) }]
    }
    return [
      ...orders,
      ...(can('product.create')
        ? [
            {
              key: 'duplicate',
              label: t('duplicate'),
              onSelect: () =>
                void act(duplicate, {
                  success: t('duplicated', { name }),
                  failure: t('duplicateFailed', { name }),
                }),
            },
          ]
        : []),
      ...(can('product.delete')
        ? [{ key: 'delete', label: t('delete'), danger: true, onSelect: () => onDelete(row) }]
        : []),
    ]
  }
}

type BulkBody = CallInput<'POST /cms/product/bulk'>['body']

/** In fen. */
function usePriceRange(): (from: number, to: number) => string {
  const t = useTranslations('catalogue')
  const format = useFormatter()
  const price = (fen: number) => format.number(fen / 100, 'price')
  return (from, to) => (from === to ? price(from) : t('priceRange', { from: price(from), to: price(to) }))
}

/** Prices are read when the dialog opens. */
function usePricePreview() {
  const t = useTranslations('catalogue.bulk')
  const format = useFormatter()
  const range = usePriceRange()
  // The dialog keeps the functions from its opening, so `read` adds the prices to the same map.
  const [prices] = useState(() => new Map<number, SkuPrices[]>())
  const doubtsOf = ({ id }: Row, entered: string) => countDoubts(prices.get(id) ?? [], priceChangeIn(entered))
  return {
    read: async (rows: readonly Row[]) => {
      for (const [id, skus] of await readPrices(rows.map((row) => row.id))) prices.set(id, skus)
    },
    countDoubted: (rows: readonly Row[], entered: string) =>
      rows.filter((row) => doubtsOf(row, entered).size > 0).length,
    /** With the reasons to doubt the new prices. */
    effect: (row: Row, entered: string) => {
      const change = priceChangeIn(entered)
      const effect = t('priceEffect', {
        before: range(row.price, row.price_max),
        after: range(changedPrice(row.price, change), changedPrice(row.price_max, change)),
      })
      const doubts = [...doubtsOf(row, entered)].map(([kind, count]) => {
        switch (kind) {
          case 'below_cost':
            return t('doubtedPrices.below_cost', { count })
          case 'above_market_price':
            return t('doubtedPrices.above_market_price', { count })
          default:
            return t('doubtedPrices.far_change', { count })
        }
      })
      return doubts.length > 0 ? t('doubtedPrices.effect', { effect, doubts: format.list(doubts) }) : effect
    },
  }
}

function useBulkActions(): BulkAction<Row>[] {
  const t = useTranslations('catalogue')
  const prices = usePricePreview()
  const isBin = useSearchParams().get('tab') === 'deleted'
  const [intention] = useState(newIntention)
  /** With an Idempotency-Key: repeating a request after a lost response makes the change once. */
  const change = async (body: BulkBody) => {
    const done = await send('POST /cms/product/bulk', { body, idempotency_key: intention.keyFor(body) })
    intention.done()
    return done
  }
  if (isBin) {
    return [
      {
        key: 'restore',
        label: t('restore'),
        confirm: (count) => t('bulk.restoreQuestion', { count }),
        element: 'product.update',
        runAll: (ids) => change({ ids, action: 'restore' }),
      },
    ]
  }
  return [
    {
      key: 'on_sale',
      label: t('bulk.onSale'),
      confirm: (count) => t('bulk.onSaleQuestion', { count }),
      element: 'product.update',
      applies: ({ status }) => status !== 'on_sale',
      runAll: (ids) => change({ ids, action: 'on_sale' }),
      undo: {
        changes: ({ status }) => status === 'off_sale',
        runAll: (ids) => change({ ids, action: 'off_sale' }),
      },
    },
    {
      key: 'off_sale',
      label: t('bulk.offSale'),
      confirm: (count) => t('bulk.offSaleQuestion', { count }),
      element: 'product.update',
      applies: ({ status }) => status === 'on_sale',
      runAll: (ids) => change({ ids, action: 'off_sale' }),
      undo: {
        changes: ({ status }) => status === 'on_sale',
        runAll: (ids) => change({ ids, action: 'on_sale' }),
      },
    },
    {
      key: 'category',
      label: t('bulk.category'),
      confirm: (count) => t('bulk.categoryQuestion', { count }),
      ask: (onEnter) => <AskCategory onEnter={onEnter} />,
      element: 'product.update',
      runAll: (ids, entered) => change({ ids, action: 'category', category_id: Number(entered) }),
    },
    {
      key: 'price',
      label: t('bulk.price'),
      confirm: (count) => t('bulk.priceQuestion', { count }),
      ask: (onEnter, rows) => (
        <AskPrice
          onEnter={onEnter}
          read={() => prices.read(rows)}
          countDoubted={(entered) => prices.countDoubted(rows, entered)}
        />
      ),
      element: 'product.update',
      effect: prices.effect,
      runAll: (ids, entered) => change({ ids, action: 'price', ...priceChangeIn(entered) }),
    },
    {
      key: 'low_stock',
      label: t('bulk.lowStock'),
      confirm: (count) => t('bulk.lowStockQuestion', { count }),
      ask: (onEnter) => <AskLowStock onEnter={onEnter} />,
      element: 'product.update',
      runAll: (ids, entered) =>
        change({ ids, action: 'low_stock', low_stock: entered === '' ? null : Number(entered) }),
    },
    {
      key: 'freight_template',
      label: t('freightTemplate'),
      confirm: (count) => t('bulk.freightTemplateQuestion', { count }),
      ask: (onEnter) => <AskTemplate onEnter={onEnter} />,
      element: 'product.update',
      runAll: (ids, entered) =>
        change({ ids, action: 'freight_template', freight_template_id: entered === '' ? null : Number(entered) }),
    },
    {
      key: 'deliveries',
      label: t('deliveries'),
      confirm: (count) => t('bulk.deliveriesQuestion', { count }),
      ask: (onEnter) => <AskDeliveries onEnter={onEnter} />,
      element: 'product.update',
      runAll: (ids, entered) =>
        change({ ids, action: 'deliveries', deliveries: deliveries.filter((way) => entered.split(',').includes(way)) }),
    },
    {
      key: 'weight',
      label: t('bulk.weight'),
      confirm: (count) => t('bulk.weightQuestion', { count }),
      ask: (onEnter) => <AskWeight onEnter={onEnter} />,
      element: 'product.update',
      runAll: (ids, entered) => {
        const [of, grams] = entered.split(' ')
        return change({ ids, action: 'weight', weight_g: Number(grams), only_missing: of === 'missing' })
      },
    },
    {
      key: 'delete',
      label: t('delete'),
      confirm: (count) => t('bulk.deleteQuestion', { count }),
      danger: true,
      element: 'product.delete',
      runAll: (ids) => send('POST /cms/product/bulk_delete', { body: { ids } }),
    },
  ]
}
