'use client'

import { Modal, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { leave } from '@/components/admin/resource-form/unsaved'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { UnbindingInput } from '@/lib/carrier_account/schema'
import { send } from '@/lib/server/client'

interface UnbindDialogProps {
  record: Pick<RowOf<'GET /cms/carrier_account'>, 'id' | 'version'>
  name: string
  onClose: () => void
}

/** The carrier asks for the password of the account again. */
export default function UnbindDialog({ record: { id, version }, name, onClose }: UnbindDialogProps) {
  const t = useTranslations('carrier_account')
  const title = t('unbindTitle', { name })
  const close = () => leave(onClose)
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      styles={{ body: { padding: 0 } }}
      closeButtonProps={{ 'aria-label': t('keep') }}
    >
      <ResourceForm
        record={undefined}
        onClose={close}
        resource="carrier_account"
        element="carrier_account.delete"
        command={{ label: t('unbind'), done: t('unbound', { name }), isRefusal: true }}
        title={title}
        nameOf={() => name}
        fields={[{ name: 'password', label: t('password'), help: t('passwordHelp') }]}
        create={{
          schema: UnbindingInput,
          fixedValues: { version },
          send: (body, options) => send('POST /cms/carrier_account/{id}/unbind', { params: { id }, body, ...options }),
        }}
        head={<Text size="sm">{t('unbindWarning')}</Text>}
      />
    </Modal>
  )
}
