'use client'

import { Button, Text } from '@mantine/core'
import { IconFileInvoice } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { InvoiceFacts } from '@/components/shop/order/invoice-facts'
import classes from '@/components/shop/order/order.module.css'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'

export function InvoicesScreen() {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <Invoices />
    </CustomerGate>
  )
}

function Invoices() {
  const t = useTranslations('purchase.invoices')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  const read = (cursor?: string) => asCustomer((token) => send('GET /v1/invoice', { query: { cursor }, token }))
  const { value: page, isFailed, reload, replace } = useRead(() => read(), token)
  if (isFailed) return <Failure onRetry={reload} />
  if (!page) return <ListSkeleton />
  if (page.items.length === 0)
    return (
      <EmptyState
        icon={<IconFileInvoice size={32} aria-hidden="true" />}
        title={t('empty')}
        description={t('emptyDescription')}
        actions={
          <Button component={Link} href="/order">
            {t('toOrders')}
          </Button>
        }
      />
    )
  const readMore = (cursor: string) =>
    act(
      async () => {
        const next = await read(cursor)
        replace({ ...next, items: [...page.items, ...next.items] })
      },
      { failure: t('notRead'), isLocal: true },
    )
  return (
    <>
      <ul className={classes.list} aria-label={t('title')}>
        {page.items.map((one) => (
          <li key={one.id} className={classes.card}>
            {/* Smaller than the card, which has a link to the file. */}
            <Text component={Link} href={`/order/${one.order_id}`} prefetch={false} size="sm" fw={600} c="accent">
              {t('order', { number: one.order_no })}
            </Text>
            <div>
              <InvoiceFacts invoice={one} />
            </div>
          </li>
        ))}
      </ul>
      {page.next_cursor && (
        <ActionButton variant="default" mx="auto" mb="lg" onAct={() => readMore(page.next_cursor ?? '')}>
          {t('more')}
        </ActionButton>
      )}
    </>
  )
}
