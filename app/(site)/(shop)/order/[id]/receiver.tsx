'use client'

import { Button, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { TypedAddress } from '@/components/shop/address-book'
import { useCustomer } from '@/components/shop/customer/provider'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { usePayments } from '@/components/shop/payment/provider'
import { placeOf } from '@/components/shop/place'
import { useConfirm } from '@/components/shop/use-confirm'
import { Dismissed } from '@/components/ui/dismissed'
import { shopLanguage } from '@/components/ui/language'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'

// Loaded when the customer changes the address.
const AddressSheet = onDemand(async () => (await import('../../checkout/address-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

interface ReceiverProps {
  order: OrderDetail
  onChanged: (order: OrderDetail) => void
}

/** Changes an unpaid order; later, the customer asks for a change before shipment. */
export function Receiver({ order: { id, status, receiver, asked_receiver, actions }, onChanged }: ReceiverProps) {
  const t = useTranslations('purchase.order')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const { confirming } = usePayments()
  const [isOpen, setOpen] = useState(false)
  const typed = useRef<TypedAddress>(undefined)
  const isAsking = status !== 'unpaid'
  const format = useFormatter()
  const [confirm, question] = useConfirm()
  /** Tells of undelivered goods or another fee before the shop is asked. */
  const agrees = async (address_id: number) => {
    const { freight_amount, present_freight_amount, undeliverable } = await asCustomer((token) =>
      send('GET /v1/order/{id}/receiver/freight', { params: { id }, query: { address_id: String(address_id) }, token }),
    )
    const price = (fen: number | null) => (fen === null ? '–' : format.number(fen / 100, 'price'))
    const asks = { title: t('readdress.confirm'), label: t('readdress.ask'), isHarmless: true }
    if (undeliverable.length > 0) {
      const names = undeliverable.map(({ name }) => name).join('、')
      return confirm({ ...asks, text: t('readdress.confirmUndeliverable', { names }) })
    }
    if (freight_amount === present_freight_amount) return true
    const fees = { fee: price(freight_amount), present: price(present_freight_amount) }
    return confirm({ ...asks, text: t('readdress.confirmOtherFee', fees) })
  }
  /** null: withdraws the request. */
  const choose = async (address_id: number | null) => {
    setOpen(false)
    const request = (token: string) =>
      send('PUT /v1/order/{id}/receiver', { params: { id }, body: { address_id }, token })
    const change = async () => {
      if (isAsking && address_id !== null && !(await agrees(address_id))) throw new Dismissed()
      const changed = await asCustomer(request)
      onChanged(changed)
      return changed
    }
    await act(change, {
      success: (changed) => {
        if (!isAsking) return t('readdress.done')
        // Choosing the present address withdraws the request.
        return changed.asked_receiver ? t('readdress.asked') : t('readdress.kept')
      },
      failure: t('readdress.failed'),
      explain: ({ code }) => {
        if (code === 'limit_reached') return t('readdress.limit')
        if (code === 'not_deliverable') return t('readdress.notDelivered')
        return code === 'invalid_request' ? t('readdress.otherFee') : undefined
      },
      isLocal: true,
    })
  }
  return (
    <section className={classes.card} aria-label={t('receiver')}>
      <div className={classes.head}>
        <div lang={shopLanguage}>
          <Text fw={600} size="sm">
            {receiver.name} {receiver.mobile}
          </Text>
          <Text size="sm" c="dimmed">
            {placeOf(receiver)}
          </Text>
        </div>
        {actions.includes('readdress') && !confirming.has(id) && (
          <Button size="compact-sm" variant="subtle" flex="none" onClick={() => setOpen(true)}>
            {isAsking ? t('readdress.ask') : t('readdress.label')}
          </Button>
        )}
      </div>
      {asked_receiver && (
        <div role="status">
          <Text size="sm" fw={600}>
            {t('readdress.waiting')}
          </Text>
          <Text size="sm" c="dimmed" lang={shopLanguage}>
            {asked_receiver.name} {asked_receiver.mobile} {placeOf(asked_receiver)}
          </Text>
          {actions.includes('readdress') && (
            <Button size="compact-sm" variant="default" mt="xs" onClick={() => void choose(null)}>
              {t('readdress.withdraw')}
            </Button>
          )}
        </div>
      )}
      {question}
      {isOpen && (
        <AddressSheet
          chosen={null}
          typed={typed}
          onClose={() => setOpen(false)}
          onChoose={(address) => void choose(address.id)}
        />
      )}
    </section>
  )
}
