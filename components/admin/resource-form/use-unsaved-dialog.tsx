'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { LazyConfirmDialog, loadDialogs } from './dialogs'
import { useUnsavedGuard } from './unsaved'

interface UnsavedDialogOptions {
  title: string
  text: string
  onDiscard?: () => void
}

/** The caller renders the returned dialog. */
export function useUnsavedDialog(isDirty: boolean, { title, text, onDiscard }: UnsavedDialogOptions): ReactNode {
  const t = useTranslations('form')
  const [pending, setPending] = useState<{ proceed: () => void }>()
  const ask = useCallback((proceed: () => void) => setPending({ proceed }), [])
  useUnsavedGuard(isDirty, ask)
  useEffect(() => {
    if (isDirty) void loadDialogs()
  }, [isDirty])
  return (
    pending && (
      <LazyConfirmDialog
        title={title}
        confirmLabel={t('discard')}
        cancelLabel={t('goOn')}
        onCancel={() => setPending(undefined)}
        onConfirm={() => {
          setPending(undefined)
          onDiscard?.()
          pending.proceed()
        }}
      >
        {text}
      </LazyConfirmDialog>
    )
  )
}
