'use client'

import { AddressBook, type TypedAddress } from '@/components/shop/address-book'
import type { Address } from '@/components/shop/place'
import { Sheet } from '@/components/shop/sheet'
import classes from '@/components/shop/sheet.module.css'

interface AddressSheetProps {
  chosen: number | null
  /** Half-typed, kept after the sheet is closed. */
  typed: { current: TypedAddress | undefined }
  onChoose: (address: Address) => void
  onClose: () => void
}

export default function AddressSheet({ chosen, typed, onChoose, onClose }: AddressSheetProps) {
  return (
    <AddressBook
      chosen={chosen}
      typed={typed}
      onChoose={onChoose}
      frame={(title, content, dismiss) => (
        <Sheet title={title} onClose={onClose} onDismiss={() => dismiss(onClose)}>
          <div className={classes.bleed}>{content}</div>
        </Sheet>
      )}
    />
  )
}
