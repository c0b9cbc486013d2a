'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useCart } from '@/components/shop/cart'
import { useCustomer } from '@/components/shop/customer/provider'
import { usePayment } from '@/components/shop/payment/provider'
import { useConfirm } from '@/components/shop/use-confirm'
import { Dismissed } from '@/components/ui/dismissed'
import { useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import type { OrderDetail as OrderDetailSchema, Order as OrderSchema } from '@/lib/order/schema'
import { send } from '@/lib/server/client'

export type Order = z.output<typeof OrderSchema>
export type OrderDetail = z.output<typeof OrderDetailSchema>

/** `again` puts the goods into the cart; the others are actions of the API without further input. */
export type OrderDeed = Exclude<Order['actions'][number], 'after_sale' | 'readdress' | 'invoice'> | 'again'

interface Handlers {
  onChanged: (order: OrderDetail) => void
  onRemoved: (id: number) => void
}

/** An action that asks calls `begin` after the customer has confirmed. */
export function useOrderActions({
  onChanged,
  onRemoved,
}: Handlers): [(order: Order, deed: OrderDeed, begin: () => void) => Promise<unknown>, ReactNode] {
  const t = useTranslations('purchase.order')
  const router = useRouter()
  const toast = useToast()
  const act = useAction()
  const pay = usePayment()
  const cart = useCart()
  const { asCustomer } = useCustomer()
  const [confirm, dialog] = useConfirm()

  /** Throws `Dismissed` if the customer declines. */
  const ask = async (deed: 'cancel' | 'confirm' | 'remove', text = t(`ask.${deed}.text`)) => {
    const question = { title: t(`ask.${deed}.title`), text, label: t(`deed.${deed}`) }
    if (!(await confirm({ ...question, isHarmless: deed === 'confirm' }))) throw new Dismissed()
  }
  /** With the ordered counts, without products that cannot be bought any more. */
  const buyAgain = async (id: number) => {
    const lines = await asCustomer((token) => send('GET /v1/order/{id}/lines', { params: { id }, token }))
    const items = lines.filter(({ problem }) => !problem).map(({ sku_id, count }) => ({ sku_id, count, checked: true }))
    if (items.length === 0) return toast.note(t('allGone'))
    await cart.change((token) => send('PUT /v1/cart', { body: { items }, token }))
    if (items.length < lines.length) toast.announce('note', t('someGone'))
    router.push('/cart')
  }
  const deeds: Record<OrderDeed, (order: Order, begin: () => void) => Promise<unknown>> = {
    pay: async (order) => onChanged(await pay(order)),
    cancel: async ({ id, discounts }, begin) => {
      const hasCoupon = discounts.some(({ coupon_id }) => coupon_id !== null)
      await ask('cancel', hasCoupon ? t('ask.cancel.textWithCoupon') : undefined)
      begin()
      onChanged(await asCustomer((token) => send('POST /v1/order/{id}/cancel', { params: { id }, token })))
    },
    confirm: async ({ id }, begin) => {
      await ask('confirm')
      begin()
      onChanged(await asCustomer((token) => send('POST /v1/order/{id}/confirm', { params: { id }, token })))
    },
    remove: async ({ id }, begin) => {
      await ask('remove')
      begin()
      await asCustomer((token) => send('DELETE /v1/order/{id}', { params: { id }, token }))
      onRemoved(id)
    },
    again: ({ id }) => buyAgain(id),
  }
  /** For results that are not visible at once. */
  const done: Partial<Record<OrderDeed, string>> = {
    cancel: t('done.cancel'),
    confirm: t('done.confirm'),
    remove: t('done.remove'),
  }
  const perform = (order: Order, deed: OrderDeed, begin: () => void) => {
    const said = done[deed]
    const messages = { failure: t('failed'), isLeading: deed === 'remove', isLocal: true }
    return act(() => deeds[deed](order, begin), { ...messages, ...(said && { success: said }) })
  }
  return [perform, dialog]
}
