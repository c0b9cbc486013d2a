'use client'

import { Checkbox, Stack, Textarea } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { AskProps } from '@/components/admin/resource-table/declaration'
import { NoteInput } from '@/lib/order/desk/cms-schema'

/** Passes JSON for {@link noteIn} to `onEnter`; undefined while the text is empty. */
export function AskNote({ onEnter }: AskProps) {
  const t = useTranslations('sale.note')
  const [note, setNote] = useState({ text: '', pinned: false, for_parcel: false })
  const enter = (change: Partial<typeof note>) => {
    const next = { ...note, ...change }
    setNote(next)
    onEnter(next.text.trim() ? JSON.stringify(next) : undefined)
  }
  return (
    <Stack gap="sm">
      <Textarea
        label={t('text')}
        description={t('help')}
        withAsterisk
        autosize
        maxLength={1000}
        value={note.text}
        onChange={({ currentTarget: { value } }) => enter({ text: value })}
      />
      <Checkbox
        label={t('pinned')}
        checked={note.pinned}
        onChange={({ currentTarget: { checked } }) => enter({ pinned: checked })}
      />
      <Checkbox
        label={t('forParcel')}
        description={t('forParcelHelp')}
        checked={note.for_parcel}
        onChange={({ currentTarget: { checked } }) => enter({ for_parcel: checked })}
      />
    </Stack>
  )
}

/** From {@link AskNote}. */
export const noteIn = (entered: string) => NoteInput.parse(JSON.parse(entered))
