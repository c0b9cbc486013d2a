'use client'

import { Modal } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { leave } from '@/components/admin/resource-form/unsaved'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { send } from '@/lib/server/client'
import { SecretReset } from '@/lib/user/schema'
import { SuggestedSecret } from './suggested-secret'

interface SecretDialogProps {
  record: RowOf<'GET /cms/user'>
  onClose: () => void
}

/** By default, the user must replace the new password at the next sign-in. */
export default function SecretDialog({ record, onClose }: SecretDialogProps) {
  const t = useTranslations('user')
  const title = t('resetTitle', { name: record.nickname })
  const close = () => leave(onClose)
  const form = useResourceForm({
    record,
    onClose: close,
    resource: 'user',
    title,
    nameOf: () => title,
    valuesOf: () => ({ secret: '', must_change_secret: true }),
    fields: [
      {
        name: 'secret',
        label: t('newSecret'),
        help: t('resetHelp'),
        render: (input) => <SuggestedSecret {...input} isFirst />,
      },
      { name: 'must_change_secret', label: t('mustChange') },
    ],
    element: 'user.password',
    update: {
      schema: SecretReset,
      send: ({ id }, body) => send('PUT /cms/user/{id}/password', { params: { id }, body }),
    },
  })
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      centered
      styles={{ body: { padding: 0 } }}
      closeButtonProps={{ 'aria-label': t('keep') }}
    >
      <FormFrame form={form}>
        <FormBody>
          <FormFields form={form} />
        </FormBody>
        <FormFooter form={form} />
      </FormFrame>
    </Modal>
  )
}
