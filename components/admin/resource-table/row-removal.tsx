'use client'

import { useTranslations } from 'next-intl'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useAction } from '@/components/ui/use-action'

interface RowRemovalProps {
  name: string
  warning: string | undefined
  /** The reason why the row cannot be deleted. */
  undeletable: string | undefined
  send: () => Promise<unknown>
  onClose: () => void
}

export default function RowRemoval({ name, warning, undeletable, send, onClose }: RowRemovalProps) {
  const t = useTranslations('form')
  const act = useAction()
  return (
    <ConfirmDialog
      title={t('deleteTitle', { name })}
      confirmLabel={undeletable === undefined ? t('delete') : undefined}
      cancelLabel={undeletable === undefined ? t('cancel') : t('close')}
      onCancel={onClose}
      onConfirm={() => {
        onClose()
        void act(send, { success: t('deleted', { name }), failure: t('deleteFailed', { name }) })
      }}
    >
      {undeletable === undefined ? (warning ?? t('deleteWarning')) : t('kept', { reason: undeletable })}
    </ConfirmDialog>
  )
}
