'use client'

import { useCart } from '@/components/shop/cart'
import { CustomerGate } from '@/components/shop/customer/gate'
import { ListSkeleton } from '@/components/shop/list-skeleton'
import { Failure } from '@/components/ui/failure'
import { CartLines } from './cart-lines'

export function CartScreen() {
  return (
    <CustomerGate skeleton={<ListSkeleton />}>
      <Cart />
    </CustomerGate>
  )
}

function Cart() {
  const { lines, isFailed, reload } = useCart()
  if (lines) return <CartLines lines={lines} />
  return isFailed ? <Failure onRetry={reload} /> : <ListSkeleton />
}
