'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import type { Key } from './api-keys'
import { useKeys } from './context'

/** Asks first, because a program with the former secret stops a day later. */
export default function Rotation({ record: { id, name }, onClose }: { record: Key; onClose: () => void }) {
  const t = useTranslations('api_key')
  const { onSecret } = useKeys()
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  const rotate = async () => {
    setBusy(true)
    await act(
      async () => {
        const { secret } = await send('POST /cms/api_key/{id}/rotate', { params: { id } })
        onSecret({ name, secret })
      },
      { failure: t('notRotated') },
    )
    onClose()
  }
  return (
    <ConfirmDialog
      title={t('rotateTitle', { name })}
      confirmLabel={t('rotate')}
      cancelLabel={t('cancel')}
      color={undefined}
      isBusy={isBusy}
      onConfirm={() => void rotate()}
      onCancel={onClose}
    >
      {t('rotateWarning')}
    </ConfirmDialog>
  )
}
