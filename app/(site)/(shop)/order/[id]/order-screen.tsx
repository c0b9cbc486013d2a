'use client'

import { useRouter } from 'next/navigation'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { MissingOrder } from '@/components/shop/order/missing-order'
import { OrderButtons } from '@/components/shop/order/order-buttons'
import { isSomethingLeft } from '@/components/shop/order/pieces-of'
import { type OrderDetail, useOrderActions } from '@/components/shop/order/use-order-actions'
import { usePayments } from '@/components/shop/payment/provider'
import { StickyBar } from '@/components/shop/sticky-bar'
import { Failure } from '@/components/ui/failure'
import { usePoll } from '@/components/ui/use-poll'
import { useRead } from '@/components/ui/use-read'
import { SendError, send } from '@/lib/server/client'
import { OrderFacts } from './order-facts'

/** The maximum of `/v1`. An order has fewer cases, so one page is enough. */
const mostCases = 50

export function OrderScreen({ id }: { id: number }) {
  return (
    <CustomerGate skeleton={<ListSkeleton height={160} />}>
      <OrderOf id={id} />
    </CustomerGate>
  )
}

function OrderOf({ id }: { id: number }) {
  const router = useRouter()
  const { token, asCustomer } = useCustomer()
  const { ended, confirming } = usePayments()
  /** null: no such order of the customer. */
  const read = async () => {
    try {
      const [order, { items: cases }] = await asCustomer((token) =>
        Promise.all([
          send('GET /v1/order/{id}', { params: { id }, token }),
          send('GET /v1/after_sale', { query: { order_id: id, size: mostCases }, token }),
        ]),
      )
      return { order, cases }
    } catch (error) {
      if (error instanceof SendError && error.code === 'not_found') return { order: null, cases: [] }
      throw error
    }
  }
  const { value, isFailed, reload, refresh, replace } = useRead(read, `${token} ${id} ${ended}`)
  usePoll(refresh, [confirming.has(id) ? 5_000 : 60_000])
  const onChanged = (order: OrderDetail) => replace({ order, cases: value?.cases ?? [] })
  const [perform, dialog] = useOrderActions({
    onChanged,
    onRemoved: () => router.replace('/order'),
  })
  if (isFailed) return <Failure onRetry={reload} />
  if (!value) return <ListSkeleton height={160} />
  if (!value.order) return <MissingOrder />
  return (
    <>
      <OrderFacts order={value.order} cases={value.cases} onExpired={reload} onChanged={onChanged} />
      <StickyBar>
        <OrderButtons order={value.order} onAct={perform} hasNothingLeft={!isSomethingLeft(value.order)} />
      </StickyBar>
      {dialog}
    </>
  )
}
