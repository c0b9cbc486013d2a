'use client'

import { Button, Checkbox, Text } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCart } from '@/components/shop/cart'
import { amount, areAllChecked, type CartLine, invalid, orderable, pieces } from '@/components/shop/cart-sums'
import { Hints, shippingOf } from '@/components/shop/hints'
import { StickyBar } from '@/components/shop/sticky-bar'
import { Sums } from '@/components/shop/sums'
import { usePreview } from '@/components/shop/use-preview'
import { useRunning } from '@/components/shop/use-running'
import { EmptyState } from '@/components/ui/empty-state'
import { newIdempotencyKey } from '@/components/ui/idempotency-key'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './cart.module.css'
import { CartRow } from './cart-row'

export function CartLines({ lines: read }: { lines: CartLine[] }) {
  const t = useTranslations('purchase.cart')
  const format = useFormatter()
  const router = useRouter()
  const { change } = useCart()
  const act = useAction()
  const running = useRunning(read.map(({ deal }) => deal))
  const lines = read.map((line) => ({ ...line, deal: running(line.deal) }))
  const wanted = orderable(lines)
  const preview = usePreview(wanted)
  // One change at a time, because each answer replaces the whole cart.
  const [isBusy, setBusy] = useState(false)

  type Said = Partial<Parameters<typeof act>[1]>
  const run = async (request: (token: string) => Promise<CartLine[]>, said: Said = {}) => {
    if (isBusy) return
    setBusy(true)
    await act(() => change(request), { failure: t('notChanged'), isLocal: true, ...said })
    setBusy(false)
  }
  const written = (items: Pick<CartLine, 'sku_id' | 'count' | 'checked'>[]) => (token: string) =>
    send('PUT /v1/cart', {
      body: { items: items.map(({ sku_id, count, checked }) => ({ sku_id, count, checked })) },
      token,
    })
  const update = (items: Pick<CartLine, 'sku_id' | 'count' | 'checked'>[]) => run(written(items))
  const remove = (gone: CartLine[]) =>
    run(
      async (token) => {
        await send('DELETE /v1/cart', { query: { sku_ids: gone.map(({ sku_id }) => sku_id).join(',') }, token })
        return lines.filter((line) => !gone.includes(line))
      },
      {
        success: t('removed', { count: gone.length }),
        // The server refuses to add products that are no longer sold.
        ...(invalid(gone).length === 0 && { undo: () => change(written(gone)) }),
      },
    )
  if (lines.length === 0)
    return (
      <EmptyState
        icon={<IconShoppingCart size={32} aria-hidden="true" />}
        title={t('empty')}
        description={t('emptyDescription')}
        actions={
          <Button component={Link} href="/category">
            {t('browse')}
          </Button>
        }
      />
    )
  // Until the preview has arrived: the sum of prices, with deals only.
  const priced = preview?.isCurrent ? preview.items : undefined
  const off = priced?.reduce((sum, { discount_amount }) => sum + discount_amount, 0) ?? 0
  const sum = priced?.reduce((sum, { paid_amount }) => sum + paid_amount, 0) ?? amount(wanted)
  const dealt = (sku_id: number) => priced?.find((item) => item.sku_id === sku_id)?.deal_pieces
  const gone = invalid(lines)
  const areAll = areAllChecked(lines)
  return (
    <>
      <ul className={classes.lines} aria-label={t('title')} aria-busy={isBusy}>
        {lines.map((line) => (
          <CartRow
            key={line.sku_id}
            line={dealt(line.sku_id) === 0 ? { ...line, deal: null } : line}
            refusal={preview?.refused_deals.find(({ sku_id }) => sku_id === line.sku_id)}
            undeliverable={preview?.undeliverable.find(({ sku_id }) => sku_id === line.sku_id)?.reason}
            onChange={(changes) => {
              const { sku_id, count, checked } = { ...line, ...changes }
              void update([{ sku_id, count, checked }])
            }}
            onRemove={() => void remove([line])}
          />
        ))}
      </ul>
      {gone.length > 0 && (
        <Button variant="subtle" color="gray" mx="auto" mb="md" onClick={() => void remove(gone)}>
          {t('removeInvalid')}
        </Button>
      )}
      {preview && (preview.discounts.length > 0 || preview.hints.length > 0 || preview.freight.length > 0) && (
        <div className={classes.hints} data-outdated={!preview.isCurrent || undefined}>
          {preview.discounts.length > 0 && <Sums sums={preview} />}
          <Hints {...preview} />
        </div>
      )}
      <StickyBar isAboveTabs>
        <Checkbox
          label={t('all')}
          checked={areAll}
          indeterminate={!areAll && wanted.length > 0}
          onChange={() => {
            const sellable = lines.filter(({ problem }) => !problem)
            if (sellable.length > 0)
              void update(sellable.map(({ sku_id, count }) => ({ sku_id, count, checked: !areAll })))
          }}
        />
        <div className={classes.sum}>
          <Text size="xs" c="dimmed" lh={1.2}>
            {t(preview?.isCurrent && shippingOf(preview) === 0 ? 'sum' : 'sumWithoutFreight')}
          </Text>
          <Text fw={650} lh={1.2}>
            {format.number(sum / 100, 'price')}
          </Text>
          <Text size="xs" c="dimmed" lh={1.2} mih="1.2em">
            {off > 0 && t('off', { amount: format.number(off / 100, 'price') })}
          </Text>
        </div>
        <Button
          size="md"
          disabled={wanted.length === 0}
          onClick={() => router.push(`/checkout?intent=${newIdempotencyKey()}`)}
        >
          {t('checkout', { count: pieces(wanted) })}
        </Button>
      </StickyBar>
    </>
  )
}
