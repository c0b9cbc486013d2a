'use client'

import { useTranslations } from 'next-intl'
import { AddressBook } from '@/components/shop/address-book'
import type { Address } from '@/components/shop/place'
import { Sheet } from '@/components/shop/sheet'
import classes from '@/components/shop/sheet.module.css'

interface AddressSheetProps {
  chosen: number | null
  onChoose: (address: Address) => void
  onClose: () => void
}

/** The addresses of the customer, of which the order takes one. */
export default function AddressSheet({ chosen, onChoose, onClose }: AddressSheetProps) {
  const t = useTranslations('account.address')
  return (
    <Sheet title={t('choose')} onClose={onClose}>
      <div className={classes.bleed}>
        <AddressBook chosen={chosen} onChoose={onChoose} />
      </div>
    </Sheet>
  )
}
