'use client'

import { Button, Text } from '@mantine/core'
import { IconBoxOff, IconShoppingCart } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { Hints } from '@/components/shop/hints'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { StickyBar } from '@/components/shop/sticky-bar'
import { Sums } from '@/components/shop/sums'
import { usePassed } from '@/components/shop/use-passed'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { newIdempotencyKey } from '@/components/ui/idempotency-key'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { AddressChoice } from './address-choice'
import classes from './checkout.module.css'
import { CouponChoice } from './coupon-choice'
import { DeliveryChoice } from './delivery-choice'
import { Goods } from './goods'
import { Notice } from './notice'
import { type Basket, useChoices } from './use-choices'
import { couponOf, usePlacing } from './use-placing'
import { usePreview } from './use-preview'

interface CheckoutProps {
  /** Later changes are ignored. */
  basket: Basket
  /** The Idempotency-Key of the order, from the URL; undefined: the page generates one. */
  intent: string | undefined
  /** Shown if there is nothing to order. */
  empty?: ReactNode
}

const dayAndTime = { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const

/** Placing the order opens the page of the order and starts the payment. */
export function Checkout({ basket, intent, empty }: CheckoutProps) {
  const t = useTranslations('purchase.checkout')
  const format = useFormatter()
  const [opened] = useState(basket)
  const [key] = useState(() => intent ?? newIdempotencyKey())
  // In the URL, the key survives a reload, and a duplicated tab places no second order.
  useEffect(() => {
    if (intent) return
    const url = new URL(window.location.href)
    url.searchParams.set('intent', key)
    window.history.replaceState(null, '', url)
  }, [intent, key])
  const choices = useChoices(key, opened)
  const { value: preview, isFailed, reload, ...reading } = usePreview(choices)
  const { place, isOvertaken } = usePlacing(key, opened.from_cart, choices, reading)
  const closing = preview?.closed
  const reopens = closing ? Date.parse(closing.until) : 0
  const isClosed = usePassed([reopens], 0) < reopens

  if (choices.items.length === 0) return empty
  if (isFailed) return <Failure onRetry={reload} />
  if (!preview) return <ListSkeleton />
  if (isOvertaken) return <Overtaken />
  if (preview.items.length === 0) return <Unavailable count={preview.shortages.length} from_cart={opened.from_cart} />

  const { person, store_id, notice } = choices
  return (
    <>
      <div className={classes.blocks}>
        {notice && <Notice reason={notice} closing={closing ?? null} />}
        {(preview.deliveries.includes('pickup') || store_id !== undefined) && (
          <DeliveryChoice
            deliveries={preview.deliveries}
            store_id={store_id}
            onChoose={(id) => choices.chooseStore(id, preview.receiver)}
            contact={person.typed}
            faults={person.faults}
            onContact={choices.writeContact}
          />
        )}
        {store_id === undefined && (
          <AddressChoice
            address_id={preview.address_id}
            receiver={preview.receiver}
            onChoose={({ id }) => choices.chooseAddress(id)}
          />
        )}
        <Goods preview={preview} choices={choices} />
        <CouponChoice coupons={preview.coupons} chosen={couponOf(preview)} onChoose={choices.chooseCoupon} />
        <section className={classes.block} aria-label={t('sums')}>
          <Sums sums={preview} />
          <Hints {...preview} />
        </section>
      </div>
      <StickyBar>
        <div className={classes.total}>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {preview.receiver
              ? t.rich('totalTo', { name: () => <span lang={shopLanguage}>{preview.receiver?.name}</span> })
              : t(preview.freight_amount === null ? 'totalWithoutFreight' : 'total')}
          </Text>
          <Text fw={650} fz="lg" lh={1.2}>
            {preview.undeliverable.length > 0 ? '–' : format.number(preview.total_amount / 100, 'price')}
          </Text>
        </div>
        <ActionButton size="md" onAct={() => place(preview)} disabled={isClosed}>
          {isClosed ? t('closedUntil', { until: format.dateTime(reopens, dayAndTime) }) : t('submit')}
        </ActionButton>
      </StickyBar>
    </>
  )
}

function Overtaken() {
  const t = useTranslations('purchase.checkout')
  return (
    <EmptyState
      icon={<IconShoppingCart size={32} aria-hidden="true" />}
      title={t('cartChanged')}
      description={t('cartChangedDescription')}
      actions={
        <>
          <Button component={Link} href="/cart">
            {t('toCart')}
          </Button>
          <Button component={Link} href="/order" variant="default">
            {t('toOrders')}
          </Button>
        </>
      }
    />
  )
}

function Unavailable({ count, from_cart }: { count: number; from_cart: boolean }) {
  const t = useTranslations('purchase.checkout')
  return (
    <EmptyState
      icon={<IconBoxOff size={32} aria-hidden="true" />}
      title={t('unavailable', { count })}
      description={t('unavailableDescription')}
      actions={
        <Button component={Link} href={from_cart ? '/cart' : '/'}>
          {t(from_cart ? 'toCart' : 'toShop')}
        </Button>
      }
    />
  )
}
