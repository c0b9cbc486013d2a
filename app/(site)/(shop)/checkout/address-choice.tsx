'use client'

import { Text, UnstyledButton } from '@mantine/core'
import { IconChevronRight, IconMapPin } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import type { TypedAddress } from '@/components/shop/address-book'
import { type Address, placeOf, type Receiver } from '@/components/shop/place'
import { shopLanguage } from '@/components/ui/language'
import { onDemand } from '@/components/ui/on-demand'
import classes from './checkout.module.css'

// Loaded when the customer changes the address.
const AddressSheet = onDemand(async () => (await import('./address-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

interface AddressChoiceProps {
  /** null: no address yet. */
  address_id: number | null
  receiver: Receiver | null
  onChoose: (address: Address) => void
}

export function AddressChoice({ address_id, receiver, onChoose }: AddressChoiceProps) {
  const t = useTranslations('purchase.checkout')
  const [isOpen, setOpen] = useState(false)
  const typed = useRef<TypedAddress>(undefined)
  return (
    <>
      <UnstyledButton className={classes.address} onClick={() => setOpen(true)}>
        <IconMapPin size={22} stroke={1.6} aria-hidden="true" />
        {receiver ? (
          <span lang={shopLanguage}>
            <Text span fw={600} size="sm" display="block">
              {receiver.name} {receiver.mobile}
            </Text>
            <Text span size="sm" c="dimmed">
              {placeOf(receiver)}
            </Text>
          </span>
        ) : (
          <Text span fw={600} size="sm">
            {t('chooseAddress')}
          </Text>
        )}
        <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {isOpen && (
        <AddressSheet
          chosen={address_id}
          typed={typed}
          onClose={() => setOpen(false)}
          onChoose={(next) => {
            onChoose(next)
            setOpen(false)
          }}
        />
      )}
    </>
  )
}
