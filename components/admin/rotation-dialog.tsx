'use client'

import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useAction } from '@/components/ui/use-action'

interface RotationDialogProps {
  texts: Record<'title' | 'warning' | 'rotate' | 'cancel' | 'failure', string>
  rotate: () => Promise<unknown>
  onClose: () => void
}

/** Asks first, because a program with the former secret stops a day later. */
export default function RotationDialog({ texts, rotate, onClose }: RotationDialogProps) {
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  const confirm = async () => {
    setBusy(true)
    await act(rotate, { failure: texts.failure })
    onClose()
  }
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.rotate}
      cancelLabel={texts.cancel}
      color={undefined}
      isBusy={isBusy}
      onConfirm={() => void confirm()}
      onCancel={onClose}
    >
      {texts.warning}
    </ConfirmDialog>
  )
}
