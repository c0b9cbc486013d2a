import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { isWrongMobile } from '@/components/shop/mobile'
import { useKeptText } from '@/components/shop/use-kept'
import type { OrderInput } from '@/lib/order/place/schema'

export type Contact = NonNullable<z.input<typeof OrderInput>['contact']>

/** Survives a reload. `key`: the Idempotency-Key of the order. */
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
    /** Unless the customer has typed something. */
    offer: (receiver: Contact | null) => {
      if (receiver && name === '' && mobile === '') write(receiver)
    },
    /** Whether any field is wrong. */
    refuse: (isWrong: { name: boolean; mobile: boolean }) => {
      setFaults({
        ...(isWrong.name && { name: t('nameFault') }),
        ...(isWrong.mobile && { mobile: t('mobileFault') }),
      })
      return isWrong.name || isWrong.mobile
    },
    /** `mobile`: also a form that carriers refuse. */
    wrong: { name: name.trim() === '', mobile: mobile.trim() === '' || isWrongMobile(mobile) },
  }
}
