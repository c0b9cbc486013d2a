'use client'

import { Button, Group, Text } from '@mantine/core'
import { useRouter, useSearchParams } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type ReactNode, useRef, useState } from 'react'
import type { z } from 'zod'
import { useCart } from '@/components/shop/cart'
import { maxCount } from '@/components/shop/cart-sums'
import { Price } from '@/components/shop/price'
import classes from '@/components/shop/shop.module.css'
import { choiceOf, chosenSku, firstChoice, missingAt, pictureOf, withValue } from '@/components/shop/sku-choice'
import { Stepper } from '@/components/shop/stepper'
import { StickyBar } from '@/components/shop/sticky-bar'
import { isScarce, StockBadge } from '@/components/shop/stock-badge'
import { useRefusedDeal } from '@/components/shop/use-refused-deal'
import { useRunning } from '@/components/shop/use-running'
import { ActionButton } from '@/components/ui/action-button'
import { newIdempotencyKey } from '@/components/ui/idempotency-key'
import { newIntention } from '@/components/ui/intention'
import { shopLanguage } from '@/components/ui/language'
import { useAction } from '@/components/ui/use-action'
import type { Product } from '@/lib/product/schema'
import { send } from '@/lib/server/client'
import { DealTerms } from './deal-terms'
import { Gallery } from './gallery'
import { SpecChoice } from './spec-choice'
import { useRefusal } from './use-refusal'

interface PurchaseProps {
  product: Pick<
    z.output<typeof Product>,
    'name' | 'images' | 'specs' | 'skus' | 'price' | 'market_price' | 'sold_count' | 'deal'
  >
  title: ReactNode
  children: ReactNode
}

/** In the URL, it is kept after returning from the checkout, and is part of a shared link. */
function keepChoice(sku_id: number | undefined, count: number) {
  const url = new URL(window.location.href)
  for (const [name, value] of [
    ['sku_id', sku_id],
    ['count', sku_id && count],
  ] as const) {
    if (value) url.searchParams.set(name, String(value))
    else url.searchParams.delete(name)
  }
  if (url.href !== window.location.href) window.history.replaceState(null, '', url)
}

export function Purchase({ product, title, children }: PurchaseProps) {
  const t = useTranslations('product')
  const format = useFormatter()
  const router = useRouter()
  const cart = useCart()
  const act = useAction()
  const query = useSearchParams()
  const [choice, setChoice] = useState(() => choiceOf(product, Number(query.get('sku_id'))) ?? firstChoice(product))
  const [count, setCount] = useState(() => {
    const stock = chosenSku(product, choice)?.stock ?? 0
    const wanted = Math.floor(Number(query.get('count')))
    return query.has('sku_id') && wanted > 1 ? Math.max(1, Math.min(maxCount, stock, wanted)) : 1
  })
  const [isAsked, setAsked] = useState(false)
  const [addition] = useState(newIntention)
  const specs = useRef<HTMLDivElement>(null)

  const sku = chosenSku(product, choice)
  const isSoldOut = sku ? sku.stock === 0 : product.skus.every(({ stock }) => stock === 0)
  const most = sku ? Math.max(1, Math.min(maxCount, sku.stock)) : maxCount
  const missing = product.specs[missingAt(choice)]
  const running = useRunning([product, ...product.skus].map(({ deal }) => deal))
  const priceOf = ({ price, deal }: (typeof product.skus)[number]) => running(deal)?.price ?? price
  const isOneOfSeveral = !sku && new Set(product.skus.map(priceOf)).size > 1
  const deal = running(sku ? sku.deal : null)
  const refusedDeal = useRefusedDeal()
  const refusal = useRefusal(sku, deal, count)

  const choose = (at: number, value: string) => {
    const next = withValue(product, choice, at, value)
    setChoice(next)
    const chosen = chosenSku(product, next)
    const most = chosen ? Math.max(1, Math.min(count, chosen.stock)) : count
    setCount(most)
    keepChoice(chosen?.id, most)
  }
  const changeCount = (next: number) => {
    setCount(next)
    keepChoice(sku?.id, next)
  }
  const ready = () => {
    if (sku) return sku
    setAsked(true)
    specs.current?.querySelectorAll('fieldset')[missingAt(choice)]?.querySelector('input')?.focus()
    return undefined
  }
  const add = async () => {
    const wanted = ready()
    if (!wanted) return
    const body = { sku_id: wanted.id, count }
    const request = () =>
      cart.change((token) => send('POST /v1/cart', { body, token, idempotency_key: addition.keyFor(body) }))
    const isAdded = await act(request, { success: t('added'), failure: t('notAdded'), isLocal: true })
    // The next press is a new addition with a new key.
    if (isAdded) addition.done()
  }
  const buy = () => {
    const wanted = ready()
    if (wanted) router.push(`/checkout?sku_id=${wanted.id}&count=${count}&intent=${newIdempotencyKey()}`)
  }
  return (
    <>
      <Gallery name={product.name} images={product.images} chosen={pictureOf(product, choice)} />
      <div className={classes.block}>
        <Group justify="space-between" align="baseline" wrap="nowrap">
          <Price
            price={sku?.price ?? product.price}
            marketPrice={(sku ?? product).market_price}
            deal={refusal?.pieces === count ? null : running((sku ?? product).deal)}
            isLowest={isOneOfSeveral}
            size="xl"
          />
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('sold', { count: product.sold_count })}
          </Text>
        </Group>
        {deal && <DealTerms deal={deal} />}
        <div className={classes.names}>{title}</div>
      </div>
      <div className={classes.block} ref={specs}>
        {product.specs.map((spec, at) => (
          <SpecChoice
            key={spec.name}
            product={product}
            choice={choice}
            at={at}
            onChoose={(value) => choose(at, value)}
          />
        ))}
        <p role="alert" className={classes.asked}>
          {isAsked &&
            missing &&
            t.rich('choose', { spec: missing.name, shop: (text) => <span lang={shopLanguage}>{text}</span> })}
        </p>
        <Group justify="space-between" wrap="nowrap">
          <Text component="div" size="sm" c="dimmed">
            {sku && !isScarce(sku.stock) && t('inStock', { count: format.number(sku.stock) })}
            {sku && <StockBadge stock={sku.stock} />}
            {!sku && t('quantity')}
          </Text>
          <Stepper label={t('quantity')} value={count} maximum={most} onChange={changeCount} />
        </Group>
        <Text role="status" size="xs" c="dimmed">
          {sku && refusal && refusedDeal(refusal, { count, price: sku.price, deal })}
        </Text>
      </div>
      {children}
      <StickyBar>
        <ActionButton size="md" variant="outline" flex={1} disabled={isSoldOut} onAct={add}>
          {t('addToCart')}
        </ActionButton>
        <Button size="md" flex={1} disabled={isSoldOut} onClick={buy}>
          {isSoldOut ? t('soldOut') : t('buyNow')}
        </Button>
      </StickyBar>
    </>
  )
}
