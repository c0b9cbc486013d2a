'use client'

import { Button } from '@mantine/core'
import { IconReceiptRefund } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import classes from '@/components/shop/order/order.module.css'
import { useDict } from '@/components/shop/use-dict'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import { type Case, CaseCard } from './case-card'

interface CasesScreenProps {
  /** undefined: all orders. */
  order_id: number | undefined
}

export function CasesScreen(props: CasesScreenProps) {
  return (
    <CustomerGate skeleton={<ListSkeleton height={200} />}>
      <Cases {...props} />
    </CustomerGate>
  )
}

function Cases({ order_id }: CasesScreenProps) {
  const t = useTranslations('purchase.case')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  const read = () => asCustomer((token) => send('GET /v1/after_sale', { query: { order_id }, token }))
  const { value: page, isFailed, reload, replace } = useRead(read, `${token} ${order_id}`)
  const { entries } = useDict()
  if (isFailed) return <Failure onRetry={reload} />
  if (!page) return <ListSkeleton height={200} />
  if (page.items.length === 0)
    return (
      <EmptyState
        icon={<IconReceiptRefund size={32} aria-hidden="true" />}
        title={t('empty')}
        description={t('emptyDescription')}
        actions={
          <Button component={Link} href="/order">
            {t('toOrders')}
          </Button>
        }
      />
    )
  const nameOf = (type: string, value: string | null) =>
    entries?.find((entry) => entry.type === type && entry.value === value)?.label
  const showChanged = (changed: Case) =>
    replace({ ...page, items: page.items.map((one) => (one.id === changed.id ? changed : one)) })
  const readMore = (cursor: string) =>
    act(
      async () => {
        const next = await asCustomer((token) => send('GET /v1/after_sale', { query: { order_id, cursor }, token }))
        replace({ ...next, items: [...page.items, ...next.items] })
      },
      { failure: t('notRead'), isLocal: true },
    )
  return (
    <>
      <ul className={classes.list} aria-label={t('title')}>
        {page.items.map((one) => (
          <CaseCard
            key={one.id}
            case={one}
            reason={nameOf('after_sale_reason', one.reason_code)}
            carrier={nameOf('carrier', one.return_carrier)}
            onChanged={showChanged}
          />
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
