'use client'

import { useMessages } from 'next-intl'
import { useState } from 'react'
import { changedIn, type Edits, type Setting, type StoredSetting, type Value, valueIn } from './edits'

/** Unsaved values of settings. */
export function useEdits(stored: StoredSetting[]) {
  const [edits, setEdits] = useState<Edits>({})
  // Without texts: left out.
  const labels = new Map<string, object>(Object.entries(useMessages().setting.label))
  const isKnown = (setting: StoredSetting): setting is Setting => {
    const [group = '', name = ''] = setting.key.split('.')
    return Object.hasOwn(labels.get(group) ?? {}, name)
  }
  // Shows the saved values until the page is read again.
  const [saved, setSaved] = useState<{ stored: StoredSetting[]; values: Edits }>({ stored, values: {} })
  if (saved.stored !== stored) setSaved({ stored, values: {} })
  const settings = stored.filter(isKnown).map((setting) => ({ ...setting, value: valueIn(saved.values, setting) }))
  return {
    settings,
    edits,
    changed: changedIn(settings, edits),
    /** undefined: the stored value. */
    edit: (key: string, value: Value | undefined) =>
      setEdits(({ [key]: _, ...others }) => (value === undefined ? others : { ...others, [key]: value })),
    discard: () => setEdits({}),
    /** After the edits were saved. */
    keep: () => {
      setSaved({ stored, values: { ...saved.values, ...edits } })
      setEdits({})
    },
  }
}
