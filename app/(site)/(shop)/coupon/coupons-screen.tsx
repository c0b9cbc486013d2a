'use client'

import { Button, Text } from '@mantine/core'
import { IconTicket } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { CustomerGate } from '@/components/shop/customer/gate'
import { useCustomer } from '@/components/shop/customer/provider'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import classes from '@/components/shop/order/order.module.css'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { type Answer, send } from '@/lib/server/client'
import { CouponCard } from './coupon-card'
import { type CouponTab, tabs } from './tabs'

type Coupon = Answer<'GET /v1/coupon'>['items'][number]

export function CouponsScreen({ tab }: { tab: CouponTab }) {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <Coupons tab={tab} />
    </CustomerGate>
  )
}

function Coupons({ tab }: { tab: CouponTab }) {
  const t = useTranslations('purchase.coupon')
  const { token, asCustomer } = useCustomer()
  const act = useAction()
  // The previous tab's page stays until this one is loaded.
  const read = (cursor?: string) =>
    asCustomer(async (token) => ({
      tab,
      ...(await send('GET /v1/coupon', { query: { state: tab, cursor }, token })),
    }))
  const { value, isFailed, reload, replace } = useRead(read, `${token} ${tab}`)
  const page = value?.tab === tab ? value : undefined
  const readMore = (cursor: string) =>
    act(
      async () => {
        const next = await read(cursor)
        if (page) replace({ ...next, items: [...page.items, ...next.items] })
      },
      { failure: t('notRead'), isLocal: true },
    )
  const toCenter = (
    <Button component={Link} href="/coupon/center" prefetch={false}>
      {t('center.title')}
    </Button>
  )
  return (
    <>
      <nav className={classes.tabs} aria-label={t('tabs')}>
        {tabs.map((one) => (
          <Link
            key={one}
            href={one === 'usable' ? '/coupon' : `/coupon?state=${one}`}
            replace
            prefetch={false}
            className={classes.tab}
            aria-current={one === tab ? 'page' : undefined}
          >
            {t(`state.${one}`)}
          </Link>
        ))}
      </nav>
      {isFailed && <Failure onRetry={reload} />}
      {!isFailed && !page && <ListSkeleton />}
      {page?.items.length === 0 && (
        <EmptyState
          icon={<IconTicket size={32} aria-hidden="true" />}
          title={t('empty')}
          description={t('emptyDescription')}
          actions={toCenter}
        />
      )}
      {page && page.items.length > 0 && (
        <>
          <ul className={classes.list} aria-label={t('title')}>
            {page.items.map((coupon) => (
              <CouponCard key={coupon.id} promotion={{ ...coupon.promotion, valid_days: null }}>
                <CouponState coupon={coupon} />
              </CouponCard>
            ))}
          </ul>
          {page.next_cursor && (
            <ActionButton variant="default" mx="auto" mb="lg" onAct={() => readMore(page.next_cursor ?? '')}>
              {t('more')}
            </ActionButton>
          )}
          <div className={classes.blocks}>{toCenter}</div>
        </>
      )}
    </>
  )
}

function CouponState({ coupon: { state, starts_at, ends_at, used_at, order_id } }: { coupon: Coupon }) {
  const t = useTranslations('purchase.coupon')
  const time = (at: string) => ({ time: () => <Moment at={at} exact /> })
  return (
    <>
      <Text size="xs" c="dimmed">
        {state === 'upcoming' && t.rich('validFrom', time(starts_at))}
        {state === 'used' && used_at && t.rich('usedAt', time(used_at))}
        {state !== 'upcoming' && state !== 'used' && t.rich('validUntil', time(ends_at))}
      </Text>
      {(state === 'held' || state === 'revoked') && <Text size="xs">{t(`refusal.${state}`)}</Text>}
      {order_id !== null && (
        <Text
          component={Link}
          href={`/order/${order_id}`}
          prefetch={false}
          size="sm"
          c="accent"
          display="inline-block"
          py={4}
        >
          {t('toOrder')}
        </Text>
      )}
    </>
  )
}
