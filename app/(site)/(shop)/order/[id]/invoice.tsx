'use client'

import { Button, Group } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { InvoiceFacts } from '@/components/shop/order/invoice-facts'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { useConfirm } from '@/components/shop/use-confirm'
import { ActionButton } from '@/components/ui/action-button'
import { Dismissed } from '@/components/ui/dismissed'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'

// Loaded when the customer asks for an invoice, or corrects the request.
const InvoiceSheet = onDemand(async () => (await import('./invoice-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

interface InvoiceProps {
  order: OrderDetail
  onChanged: (order: OrderDetail) => void
}

/** Renders nothing if the shop accepts no requests. */
export function Invoice({ order, onChanged }: InvoiceProps) {
  const t = useTranslations('purchase.order.invoice')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [confirm, question] = useConfirm()
  const [isOpen, setOpen] = useState(false)
  const { invoice, actions } = order
  const mayAsk = actions.includes('invoice')
  if (!invoice && !mayAsk) return null
  const isRequested = invoice?.status === 'requested'
  const withdraw = (begin: () => void) =>
    act(
      async () => {
        if (!invoice || !(await confirm({ title: t('withdrawTitle'), text: t('withdrawText'), label: t('withdraw') })))
          throw new Dismissed()
        begin()
        await asCustomer((token) => send('DELETE /v1/invoice/{id}', { params: { id: invoice.id }, token }))
        onChanged(await asCustomer((token) => send('GET /v1/order/{id}', { params: { id: order.id }, token })))
      },
      { success: t('withdrawn'), failure: t('notWithdrawn'), isLocal: true },
    )
  return (
    <section className={classes.card} aria-labelledby="invoice">
      <div className={classes.head}>
        <div>
          <h2 id="invoice" className={classes.subheading}>
            {t('title')}
          </h2>
          {invoice && <InvoiceFacts invoice={invoice} />}
        </div>
        {mayAsk && (
          <Button size="compact-sm" variant="default" flex="none" onClick={() => setOpen(true)}>
            {invoice ? t('again') : t('ask')}
          </Button>
        )}
      </div>
      {isRequested && (
        <Group gap="xs" justify="flex-end">
          <ActionButton size="compact-sm" variant="default" asks onAct={withdraw}>
            {t('withdraw')}
          </ActionButton>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            {t('correct')}
          </Button>
        </Group>
      )}
      {question}
      {isOpen && (
        <InvoiceSheet
          order={order}
          corrected={isRequested ? invoice.id : undefined}
          onClose={() => setOpen(false)}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}
