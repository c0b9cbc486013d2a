'use client'

import { Alert, Button, NativeSelect, SegmentedControl, Text, Textarea } from '@mantine/core'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { Failure } from '@/components/failure'
import { useAction } from '@/components/shell/use-action'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { GoodsLine } from '@/components/shop/goods-line'
import { newIntention } from '@/components/shop/intention'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { Stepper } from '@/components/shop/stepper'
import { StickyBar } from '@/components/shop/sticky-bar'
import { useDict } from '@/components/shop/use-dict'
import { useRead } from '@/components/use-read'
import type { AfterSaleKind } from '@/db/enums'
import { send } from '@/lib/api/client'

export function RequestScreen({ order_id }: { order_id: number }) {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <RequestFor order_id={order_id} />
    </CustomerGate>
  )
}

function RequestFor({ order_id }: { order_id: number }) {
  const { token, asCustomer } = useCustomer()
  const read = () => asCustomer((token) => send('GET /v1/order/{id}', { params: { id: order_id }, token }))
  const order = useRead(read, `${token} ${order_id}`)
  const dict = useDict()
  if (order.isFailed) return <Failure onRetry={order.reload} />
  if (dict.isFailed) return <Failure onRetry={dict.reload} />
  if (!order.value || !dict.entries) return <ListSkeleton />
  return <Request order={order.value} reasons={dict.entries.filter(({ type }) => type === 'after_sale_reason')} />
}

interface RequestProps {
  order: OrderDetail
  reasons: { value: string; label: string }[]
}

/** Asks for money for pieces of an order, which the customer keeps or sends back. The shop computes the money. */
function Request({ order, reasons }: RequestProps) {
  const t = useTranslations('purchase.case')
  const router = useRouter()
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [intention] = useState(newIntention)
  const [kind, setKind] = useState<AfterSaleKind>('refund')
  const [wanted, setWanted] = useState<Record<number, number>>({})
  const [isEmpty, setEmpty] = useState(false)
  const [isBusy, setBusy] = useState(false)

  const isReturnable = order.items.some(({ returnable_count }) => returnable_count > 0)
  // Money alone can be asked for all pieces; sent back can only be those that were shipped.
  const lines = order.items.map((item) => {
    const most = kind === 'return_refund' ? item.returnable_count : item.refundable_count
    return { item, most, count: Math.min(wanted[item.id] ?? 0, most) }
  })
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const items = lines.filter(({ count }) => count > 0).map(({ item, count }) => ({ order_item_id: item.id, count }))
    setEmpty(items.length === 0)
    if (items.length === 0) return
    const [reason_code, description] = [String(form.get('reason')), String(form.get('description'))]
    const body = { order_id: order.id, kind, reason_code, description, items }
    setBusy(true)
    const request = () =>
      asCustomer((token) => send('POST /v1/after_sale', { body, token, idempotency_key: intention.keyFor(body) }))
    const isSent = await act(request, { success: t('sent'), failure: t('notSent'), isLocal: true })
    setBusy(false)
    if (!isSent) return
    intention.done()
    router.replace(`/after_sale?order_id=${order.id}`)
  }
  if (order.items.every(({ refundable_count }) => refundable_count === 0))
    return (
      <Alert m="md" color="gray" variant="light">
        {t('nothingLeft')}
      </Alert>
    )
  return (
    <form onSubmit={submit} className={classes.form}>
      <div className={classes.blocks}>
        {isReturnable && (
          <SegmentedControl
            aria-label={t('kindLabel')}
            data={[
              { value: 'refund', label: t('kind.refund') },
              { value: 'return_refund', label: t('kind.return_refund') },
            ]}
            value={kind}
            onChange={(value) => setKind(value === 'return_refund' ? 'return_refund' : 'refund')}
          />
        )}
        <section className={classes.card} aria-label={t('items')}>
          {lines.map(({ item, most, count }) => (
            <GoodsLine key={item.id} goods={{ ...item, count: item.count }}>
              <div className={classes.head}>
                <Text size="xs" c="dimmed">
                  {t('most', { count: most })}
                </Text>
                <Stepper
                  label={t('countOf', { name: `${item.name} ${item.spec_text}`.trim() })}
                  value={count}
                  minimum={0}
                  maximum={most}
                  onChange={(next) => setWanted({ ...wanted, [item.id]: next })}
                />
              </div>
            </GoodsLine>
          ))}
        </section>
        <section className={classes.card} aria-label={t('reason')}>
          <NativeSelect name="reason" label={t('reason')} data={reasons} />
          <Textarea name="description" label={t('description')} maxLength={500} autosize minRows={3} />
        </section>
        <Text role="alert" size="sm" c="red">
          {isEmpty && t('chooseItems')}
        </Text>
      </div>
      <StickyBar>
        <Button type="submit" size="md" flex={1} loading={isBusy}>
          {t('submit')}
        </Button>
      </StickyBar>
    </form>
  )
}
