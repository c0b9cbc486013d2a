'use client'

import { Button } from '@mantine/core'
import { IconShoppingCart } from '@tabler/icons-react'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { useCart } from '@/components/shop/cart'
import { orderable } from '@/components/shop/cart-sums'
import { CustomerGate } from '@/components/shop/customer/gate'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { placedWith } from '@/components/shop/placed'
import { EmptyState } from '@/components/ui/empty-state'
import { Failure } from '@/components/ui/failure'
import { Link } from '@/components/ui/link'
import { Checkout } from './checkout'
import type { Basket } from './use-choices'

interface CheckoutScreenProps {
  /** undefined: buys the selected lines of the cart. */
  bought: Basket['items'][number] | undefined
  intent: string | undefined
}

export function CheckoutScreen({ bought, intent }: CheckoutScreenProps) {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <UnlessPlaced intent={intent}>
        {bought ? (
          <Checkout basket={{ items: [bought], from_cart: false }} intent={intent} />
        ) : (
          <CartCheckout intent={intent} />
        )}
      </UnlessPlaced>
    </CustomerGate>
  )
}

function UnlessPlaced({ intent, children }: Pick<CheckoutScreenProps, 'intent'> & { children: ReactNode }) {
  const router = useRouter()
  const [order_id] = useState(() => (intent === undefined ? undefined : placedWith(intent)))
  useEffect(() => {
    if (order_id !== undefined) router.replace(`/order/${order_id}`)
  }, [order_id, router])
  return order_id === undefined ? children : <ListSkeleton />
}

/** The lines selected when the page opens. Placing the order removes them. */
function CartCheckout({ intent }: Pick<CheckoutScreenProps, 'intent'>) {
  const t = useTranslations('purchase.checkout')
  const { lines, isFailed, reload } = useCart()
  if (isFailed) return <Failure onRetry={reload} />
  if (!lines) return <ListSkeleton />
  const items = orderable(lines).map(({ sku_id, count }) => ({ sku_id, count }))
  return (
    <Checkout
      basket={{ items, from_cart: true }}
      intent={intent}
      empty={
        <EmptyState
          icon={<IconShoppingCart size={32} aria-hidden="true" />}
          title={t('nothing')}
          description={t('nothingDescription')}
          actions={
            <Button component={Link} href="/cart">
              {t('toCart')}
            </Button>
          }
        />
      }
    />
  )
}
