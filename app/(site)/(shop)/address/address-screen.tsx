'use client'

import { AddressBook } from '@/components/shop/address-book'
import { CustomerGate } from '@/components/shop/customer/gate'
import { ListSkeleton } from '@/components/shop/list-skeleton'

export function AddressScreen() {
  return (
    <CustomerGate skeleton={<ListSkeleton height={96} />}>
      <AddressBook />
    </CustomerGate>
  )
}
