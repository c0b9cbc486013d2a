'use client'

import { Button } from '@mantine/core'
import { IconClipboardList } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import classes from '@/components/shop/order/order.module.css'
import { useOrderActions } from '@/components/shop/order/use-order-actions'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { send } from '@/lib/server/client'
import { OrderCard } from './order-card'
import { type OrderTab, tabs } from './tabs'

const size = 10

export function OrdersScreen({ tab }: { tab: OrderTab }) {
  return (
    <CustomerGate skeleton={<ListSkeleton height={180} />}>
      <Orders tab={tab} />
    </CustomerGate>
  )
}

function Orders({ tab }: { tab: OrderTab }) {
  const t = useTranslations('purchase.order')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  const status = tab === 'all' ? undefined : tab
  // Counts come with the first page. The previous tab's page stays until this one is loaded.
  const readFirst = () =>
    asCustomer(async (token) => ({
      tab,
      ...(await send('GET /v1/order', { query: { status, size, counts: 'true' }, token })),
    }))
  const { value, isFailed, reload, replace } = useRead(readFirst, `${token} ${tab}`)
  const [perform, dialog] = useOrderActions({ onChanged: reload, onRemoved: reload })

  const page = value?.tab === tab ? value : undefined
  const readMore = (cursor: string) =>
    act(
      async () => {
        const next = await asCustomer((token) => send('GET /v1/order', { query: { status, size, cursor }, token }))
        if (page) replace({ ...page, items: [...page.items, ...next.items], next_cursor: next.next_cursor })
      },
      { failure: t('notRead'), isLocal: true },
    )
  return (
    <>
      <nav className={classes.tabs} aria-label={t('tabs')}>
        {tabs.map((one) => {
          const count = one === 'all' || one === 'completed' ? 0 : (value?.counts?.[one] ?? 0)
          return (
            <Link
              key={one}
              href={one === 'all' ? '/order' : `/order?status=${one}`}
              replace
              prefetch={false}
              className={classes.tab}
              aria-current={one === tab ? 'page' : undefined}
            >
              {one === 'all' ? t('all') : t(`status.${one}`)}
              {count > 0 && ` ${count}`}
            </Link>
          )
        })}
      </nav>
      {isFailed && <Failure onRetry={reload} />}
      {!isFailed && !page && <ListSkeleton height={180} />}
      {page?.items.length === 0 && (
        <EmptyState
          icon={<IconClipboardList size={32} aria-hidden="true" />}
          title={t('empty')}
          description={t('emptyDescription')}
          actions={
            <Button component={Link} href="/">
              {t('toShop')}
            </Button>
          }
        />
      )}
      {page && page.items.length > 0 && (
        <ul className={classes.list} aria-label={t('title')}>
          {page.items.map((order) => (
            <OrderCard key={order.id} order={order} onAct={perform} />
          ))}
        </ul>
      )}
      {page?.next_cursor && (
        <ActionButton variant="default" mx="auto" mb="lg" onAct={() => readMore(page.next_cursor ?? '')}>
          {t('more')}
        </ActionButton>
      )}
      {dialog}
    </>
  )
}
