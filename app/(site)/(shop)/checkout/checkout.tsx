'use client'

import { Alert, Anchor, Button, Text, Textarea } from '@mantine/core'
import { IconBoxOff, IconShoppingCart } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { useCart } from '@/components/shop/cart'
import { useCustomer } from '@/components/shop/customer/provider'
import { GoodsLine } from '@/components/shop/goods-line'
import { Hints } from '@/components/shop/hints'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { usePayment } from '@/components/shop/payment/provider'
import { rememberPlaced } from '@/components/shop/placed'
import { StickyBar } from '@/components/shop/sticky-bar'
import { Sums } from '@/components/shop/sums'
import { useKeptText } from '@/components/shop/use-kept'
import { usePassed } from '@/components/shop/use-passed'
import { ActionButton } from '@/components/ui/action-button'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { newIdempotencyKey } from '@/components/ui/idempotency-key'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import { useToast } from '@/components/ui/toast'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { couponRefusals } from '@/db/enums'
import { type Answer, SendError, send } from '@/lib/server/client'
import { AddressChoice } from './address-choice'
import classes from './checkout.module.css'
import { CouponChoice } from './coupon-choice'
import { DeliveryChoice } from './delivery-choice'
import { Undeliverable } from './undeliverable'
import { useContact } from './use-contact'
import { type CouponRefusal, useRefusalText } from './use-refusal-text'

export interface Basket {
  items: { sku_id: number; count: number }[]
  from_cart: boolean
}

interface CheckoutProps {
  /** The pieces to order when the screen opens. Later changes are ignored. */
  basket: Basket
  /** The Idempotency-Key of the order, from the URL; undefined: the page generates one. */
  intent: string | undefined
  /** Shown if there is nothing to order. */
  empty?: ReactNode
}

/** The choices of the customer that the preview of the order depends on. */
interface Choice {
  address_id: number | undefined
  /** The store where the customer collects the order; undefined: the order is shipped. */
  store_id: number | undefined
  /** A coupon's id, `none`, or empty for the best coupon. */
  coupon: string
}

const noticesOfWay: readonly unknown[] = ['address', 'contact', 'store', 'not_deliverable']

/**
 * Whether a notice is about the address, the contact or the store. Such a notice disappears when the customer changes
 * the address, the contact or the store.
 */
const isAboutWay = (notice: unknown) => noticesOfWay.includes(notice)

const dayAndTime = { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const

/** The value of `coupon` for an order without a coupon. */
const none = 'none'

/**
 * Returns the coupon fields of the body of `POST /v1/order/preview`. `choice`: the id of a coupon, `none`, or empty for
 * the best coupon.
 */
function couponInput(choice: string) {
  if (choice === '') return { best_coupon: true }
  return choice === none ? {} : { coupon_id: Number(choice) }
}

const isAbout = (error: unknown, field: string) =>
  error instanceof SendError && error.invalid_params.some(({ name }) => name === field)

/** Returns the reason why a coupon was refused, from the problem `coupon_unusable`; undefined for other errors. */
function refusalIn(error: unknown): CouponRefusal | undefined {
  if (!(error instanceof SendError) || error.code !== 'coupon_unusable') return undefined
  const reason = couponRefusals.find((one) => one === error.problem?.reason)
  const number = (value: unknown) => (typeof value === 'number' ? value : undefined)
  const missing_amount = number(error.problem?.missing_amount)
  return reason && { reason, missing_amount, missing_pieces: number(error.problem?.missing_pieces) }
}

/**
 * The screen on which a customer checks the address, the coupon and the sums of an order. Placing the order opens the
 * page of the order and starts the payment.
 */
export function Checkout({ basket, intent, empty }: CheckoutProps) {
  const t = useTranslations('purchase.checkout')
  const format = useFormatter()
  const router = useRouter()
  const cart = useCart()
  const pay = usePayment()
  const act = useAction()
  const toast = useToast()
  const { token, asCustomer } = useCustomer()
  const [{ items: wanted, from_cart }] = useState(basket)
  const [key] = useState(() => intent ?? newIdempotencyKey())
  // SKUs that cannot be had in the chosen way, and that the customer leaves out, separated by commas.
  const [leftOut, setLeftOut] = useKeptText(`leftOut.${key}`)
  const items = wanted.filter(({ sku_id }) => !leftOut.split(',').includes(String(sku_id)))
  // In the URL, the key survives a reload, and a duplicated tab places no second order.
  useEffect(() => {
    if (intent) return
    const url = new URL(window.location.href)
    url.searchParams.set('intent', key)
    window.history.replaceState(null, '', url)
  }, [intent, key])
  const [chosen, setChosen] = useKeptText(`address.${key}`)
  // Undefined: the server takes the default address.
  const address_id = chosen ? Number(chosen) : undefined
  const [store, setStore] = useKeptText(`store.${key}`)
  // Undefined: the goods are sent.
  const store_id = store ? Number(store) : undefined
  const person = useContact(key)
  const [coupon, setCoupon] = useKeptText(`coupon.${key}`)
  const [remark, setRemark] = useKeptText(`remark.${key}`)
  const [notice, setNotice] = useState<
    | 'shop_closed'
    | 'price_changed'
    | 'out_of_stock'
    | 'not_deliverable'
    | 'address'
    | 'contact'
    | 'store'
    | 'unknown'
    | CouponRefusal
  >()
  const refusalText = useRefusalText()
  const [isOvertaken, setOvertaken] = useState(false)

  // The server computes the sums. Lines with too little stock are in `shortages` instead.
  const readWith = async (choice: Choice): Promise<Answer<'POST /v1/order/preview'>> => {
    const { coupon, store_id, address_id } = choice
    const way = store_id === undefined ? { address_id } : { store_id }
    const body = { items, ...way, ...couponInput(coupon) }
    try {
      return await asCustomer((token) => send('POST /v1/order/preview', { body, token }))
    } catch (error) {
      if (address_id !== undefined && isAbout(error, 'address_id')) {
        // The chosen address was deleted in another tab.
        setChosen('')
        return readWith({ ...choice, address_id: undefined })
      }
      if (store_id !== undefined && isAbout(error, 'store_id')) {
        // The shop has closed the store meanwhile.
        setStore('')
        setNotice('store')
        return readWith({ ...choice, store_id: undefined })
      }
      const refusal = refusalIn(error)
      if (coupon === '' || !(refusal || isAbout(error, 'coupon_id'))) throw error
      setCoupon('')
      setNotice(refusal)
      return readWith({ ...choice, coupon: '' })
    }
  }
  const choice = { address_id, store_id, coupon }
  const read = () => readWith(choice)
  const {
    value: preview,
    isFailed,
    reload,
    replace,
  } = useRead(items.length > 0 ? read : undefined, `${token} ${address_id} ${store} ${coupon} ${leftOut}`)

  const closing = preview?.closed
  const reopens = closing ? Date.parse(closing.until) : 0
  const isClosed = usePassed([reopens], 0) < reopens

  if (items.length === 0) return empty
  if (isFailed) return <Failure onRetry={reload} />
  if (!preview) return <ListSkeleton />
  if (isOvertaken)
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
  if (preview.items.length === 0)
    return (
      <EmptyState
        icon={<IconBoxOff size={32} aria-hidden="true" />}
        title={t('unavailable', { count: preview.shortages.length })}
        description={t('unavailableDescription')}
        actions={
          <Button component={Link} href={from_cart ? '/cart' : '/'}>
            {t(from_cart ? 'toCart' : 'toShop')}
          </Button>
        }
      />
    )

  const coupon_id = preview.discounts.find((one) => one.coupon_id !== null)?.coupon_id ?? undefined
  const place = async () => {
    setNotice(undefined)
    if (preview.store_id === null && preview.address_id === null) {
      setNotice('address')
      return
    }
    if (preview.store_id !== null && person.refuse(person.wrong)) {
      setNotice('contact')
      return
    }
    if (preview.undeliverable.length > 0) {
      setNotice('not_deliverable')
      return
    }
    const body = {
      items: preview.items.map(({ sku_id, count }) => ({ sku_id, count })),
      ...(preview.store_id === null
        ? { address_id: preview.address_id ?? undefined }
        : { store_id: preview.store_id, contact: person.contact }),
      remark,
      // The server refuses the order if its price differs from the displayed price.
      expected_amount: preview.total_amount,
      from_cart,
      coupon_id,
    }
    // An offline request never left, so nothing was placed. After a request that did leave, only the server knows.
    const wasOnline = navigator.onLine
    const request = async () => {
      try {
        return await asCustomer((token) => send('POST /v1/order', { body, token, idempotency_key: key }))
      } catch (error) {
        const code: string | undefined = error instanceof SendError ? error.code : undefined
        if (code === 'network' && wasOnline) {
          setNotice('unknown')
          return undefined
        }
        if (code === 'cart_changed') {
          // For example, another tab has ordered these lines.
          setOvertaken(true)
          cart.reload()
          return undefined
        }
        if (code === 'idempotency_key_reused') {
          // This key has placed an order before, in another tab or with another remark.
          toast.announce('note', t('placedBefore'))
          router.replace('/order')
          return undefined
        }
        if (person.refuse({ name: isAbout(error, 'contact.name'), mobile: isAbout(error, 'contact.mobile') })) {
          setNotice('contact')
          return undefined
        }
        if (isAbout(error, 'store_id')) {
          replace(await read())
          return undefined
        }
        const refusal = refusalIn(error)
        if (refusal) {
          setCoupon('')
          replace(await readWith({ ...choice, coupon: '' }))
          setNotice(refusal)
          return undefined
        }
        if (code !== 'shop_closed' && code !== 'price_changed' && code !== 'out_of_stock' && code !== 'not_deliverable')
          throw error
        // The shop has closed, or prices or stock have changed since the preview, so the preview is read again.
        replace(await read())
        // The banner of the screen may be older than the closing.
        if (code === 'shop_closed') router.refresh()
        setNotice(code)
        return undefined
      }
    }
    await act(
      async () => {
        const placed = await request()
        if (!placed) return
        rememberPlaced(key, placed.id)
        cart.reload()
        // The URL changes to the order's before the payment, so that a reload during the payment shows the order.
        router.replace(`/order/${placed.id}`)
        void act(() => pay(placed), { failure: t('notPaid') })
      },
      { failure: t('notPlaced'), keepsInput: true, isLocal: true },
    )
  }
  return (
    <>
      <div className={classes.blocks}>
        {notice && (
          <Alert color="orange" variant="light">
            {typeof notice === 'object'
              ? t('notice.coupon', { reason: refusalText(notice) })
              : t.rich(`notice.${notice}`, {
                  orders: (text) => (
                    <Anchor component={Link} href="/order" inherit underline="always">
                      {text}
                    </Anchor>
                  ),
                })}
            {notice === 'shop_closed' && closing && (
              <Text size="sm" lang={shopLanguage}>
                {closing.message}
              </Text>
            )}
          </Alert>
        )}
        {(preview.deliveries.includes('pickup') || store_id !== undefined) && (
          <DeliveryChoice
            deliveries={preview.deliveries}
            store_id={store_id}
            onChoose={(id) => {
              setStore(id === undefined ? '' : String(id))
              setLeftOut('')
              person.offer(preview.receiver)
              setNotice((shown) => (isAboutWay(shown) ? undefined : shown))
            }}
            contact={person.typed}
            faults={person.faults}
            onContact={(contact) => {
              person.write(contact)
              setNotice((shown) => (shown === 'contact' ? undefined : shown))
            }}
          />
        )}
        {store_id === undefined && (
          <AddressChoice
            address_id={preview.address_id}
            receiver={preview.receiver}
            onChoose={({ id }) => {
              setChosen(String(id))
              setLeftOut('')
              setNotice((shown) => (isAboutWay(shown) ? undefined : shown))
            }}
          />
        )}
        <section className={classes.block} aria-label={t('items')}>
          {preview.items.map((item) => (
            <GoodsLine key={item.sku_id} goods={item} />
          ))}
          {preview.shortages.length > 0 && (
            <Text size="sm" c="red">
              {t('shortages', { count: preview.shortages.length })}
            </Text>
          )}
          <Undeliverable
            lines={preview.undeliverable}
            hasStore={preview.deliveries.includes('pickup')}
            onLeaveOut={
              preview.undeliverable.length < preview.items.length
                ? () => {
                    setLeftOut([leftOut, ...preview.undeliverable.map(({ sku_id }) => sku_id)].filter(Boolean).join())
                    setNotice((shown) => (isAboutWay(shown) ? undefined : shown))
                  }
                : undefined
            }
          />
          {preview.refused_deals.map(({ sku_id, reason }) => {
            const item = preview.items.find((one) => one.sku_id === sku_id)
            const name = [item?.name, item?.spec_text].filter(Boolean).join(' ')
            return (
              <Text key={sku_id} size="sm" c="orange">
                {t.rich(`refusedDeal.${reason}`, { name: () => <span lang={shopLanguage}>{name}</span> })}
              </Text>
            )
          })}
          <Textarea
            label={t('remark')}
            placeholder={t('remarkPlaceholder')}
            maxLength={200}
            autosize
            value={remark}
            onChange={({ currentTarget }) => setRemark(currentTarget.value)}
          />
        </section>
        <CouponChoice
          coupons={preview.coupons}
          chosen={coupon_id}
          onChoose={(id) => {
            setCoupon(id === null ? none : String(id))
            setNotice((shown) => (typeof shown === 'object' ? undefined : shown))
          }}
        />
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
              : t('total')}
          </Text>
          <Text fw={650} fz="lg" lh={1.2}>
            {preview.undeliverable.length > 0 ? '–' : format.number(preview.total_amount / 100, 'price')}
          </Text>
        </div>
        <ActionButton size="md" onAct={place} disabled={isClosed}>
          {isClosed ? t('closedUntil', { until: format.dateTime(reopens, dayAndTime) }) : t('submit')}
        </ActionButton>
      </StickyBar>
    </>
  )
}
