import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { isWrongMobile } from '@/components/shop/mobile'
import { useKeptText } from '@/components/shop/use-kept'
import type { OrderInput } from '@/lib/order/schema'

export type Contact = NonNullable<z.input<typeof OrderInput>['contact']>

/**
 * The person who collects an order, with the faults of the fields. The input survives a reload. `key`: the
 * Idempotency-Key of the order.
 */
export function useContact(key: string) {
  const t = useTranslations('purchase.checkout.pickup')
  const [name, setName] = useKeptText(`name.${key}`)
  const [mobile, setMobile] = useKeptText(`mobile.${key}`)
  const [faults, setFaults] = useState<Partial<Contact>>({})
  const write = (contact: Contact) => {
    setName(contact.name)
    setMobile(contact.mobile)
    setFaults({})
  }
  return {
    contact: { name: name.trim(), mobile },
    typed: { name, mobile },
    faults,
    write,
    /** Writes name and phone number of an address, unless something was typed. */
    offer: (receiver: Contact | null) => {
      if (receiver && name === '' && mobile === '') write(receiver)
    },
    /** Shows the faults of these fields; returns whether there are any. */
    refuse: (isWrong: { name: boolean; mobile: boolean }) => {
      setFaults({
        ...(isWrong.name && { name: t('nameFault') }),
        ...(isWrong.mobile && { mobile: t('mobileFault') }),
      })
      return isWrong.name || isWrong.mobile
    },
    /** Whether each field is missing or has no phone number that carriers accept. */
    wrong: { name: name.trim() === '', mobile: mobile.trim() === '' || isWrongMobile(mobile) },
  }
}
