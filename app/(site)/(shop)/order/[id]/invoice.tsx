'use client'

import { Anchor, Button, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import classes from '@/components/shop/order/order.module.css'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { shopLanguage } from '@/components/ui/language'
import { onDemand } from '@/components/ui/on-demand'

// Loaded when the customer asks for an invoice.
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
  const format = useFormatter()
  const [isOpen, setOpen] = useState(false)
  const { invoice, actions } = order
  const mayAsk = actions.includes('invoice')
  if (!invoice && !mayAsk) return null
  return (
    <section className={classes.card} aria-labelledby="invoice">
      <div className={classes.head}>
        <div>
          <h2 id="invoice" className={classes.subheading}>
            {t('title')}
          </h2>
          {invoice && (
            <>
              <Text size="sm" role="status">
                {t(`status.${invoice.status}`, { number: invoice.number ?? '' })}
              </Text>
              <Text size="sm" c="dimmed">
                {t('to', { title: invoice.title, amount: format.number(invoice.amount / 100, 'price') })}
              </Text>
              {invoice.reason && (
                <Text size="sm">
                  {t.rich('reason', { reason: () => <span lang={shopLanguage}>{invoice.reason}</span> })}
                </Text>
              )}
              {invoice.status === 'issued' && !invoice.file_url && (
                <Text size="sm" c="dimmed">
                  {t('noFile')}
                </Text>
              )}
              {invoice.file_url && (
                <Anchor href={invoice.file_url} target="_blank" rel="noreferrer" size="sm" fw={600}>
                  {t('download')}
                </Anchor>
              )}
            </>
          )}
        </div>
        {mayAsk && (
          <Button size="compact-sm" variant="default" flex="none" onClick={() => setOpen(true)}>
            {invoice ? t('again') : t('ask')}
          </Button>
        )}
      </div>
      {isOpen && <InvoiceSheet order={order} onClose={() => setOpen(false)} onChanged={onChanged} />}
    </section>
  )
}
