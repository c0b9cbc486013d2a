'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useState } from 'react'
import { onDemand } from '@/components/ui/on-demand'
import { useBackLayer } from './back-layers'

// Loaded for the first question.
const ConfirmDialog = onDemand(async () => (await import('@/components/ui/confirm-dialog')).ConfirmDialog, {
  onMissing: ({ onCancel }) => onCancel(),
})

interface Question {
  title: string
  text: string
  label: string
  /** Loses nothing, so the button is not red. */
  isHarmless?: boolean
}

export function useConfirm(): [(question: Question) => Promise<boolean>, ReactNode] {
  const t = useTranslations('storefront')
  const [open, setOpen] = useState<Question & { answer: (agrees: boolean) => void }>()
  const ask = useCallback(
    (question: Question) =>
      new Promise<boolean>((resolve) => {
        const opener = document.activeElement
        const answer = (agrees: boolean) => {
          setOpen(undefined)
          // After the dialog has closed: it keeps the focus until then.
          if (opener instanceof HTMLElement) setTimeout(() => opener.focus({ preventScroll: true }))
          resolve(agrees)
        }
        setOpen({ ...question, answer })
      }),
    [],
  )
  useBackLayer(open !== undefined, () => open?.answer(false))
  const dialog = open && (
    <ConfirmDialog
      title={open.title}
      confirmLabel={open.label}
      cancelLabel={t('notNow')}
      color={open.isHarmless ? undefined : 'red'}
      onConfirm={() => open.answer(true)}
      onCancel={() => open.answer(false)}
    >
      {open.text}
    </ConfirmDialog>
  )
  return [ask, dialog]
}
