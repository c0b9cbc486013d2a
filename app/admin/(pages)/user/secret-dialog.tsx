'use client'

import { ActionIcon, Button, CopyButton, Group, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { InputProps } from '@/components/resource-form/field'
import { FormFields } from '@/components/resource-form/form-fields'
import { FormFooter } from '@/components/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/resource-form/form-frame'
import { leave } from '@/components/resource-form/unsaved'
import { useResourceForm } from '@/components/resource-form/use-resource-form'
import type { RowOf } from '@/components/resource-table/declaration'
import { send } from '@/lib/api/client'
import { SecretReset } from '@/lib/user/schema'

interface SecretDialogProps {
  record: RowOf<'GET /cms/user'>
  onClose: () => void
}

/** Sets another user's password. By default it is temporary: the user must change it at the next sign-in. */
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
        render: (input) => <SuggestedSecret {...input} />,
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

/** A visible password input, because the password must be passed on to someone else. */
function SuggestedSecret({ path, value, onChange, label, description, error, disabled }: InputProps) {
  const t = useTranslations('user')
  const secret = typeof value === 'string' ? value : ''
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        flex={1}
        label={label}
        description={description}
        error={error}
        disabled={disabled}
        data-field={path}
        data-autofocus
        required
        autoComplete="off"
        spellCheck={false}
        value={secret}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        rightSection={
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <ActionIcon variant="subtle" color="gray" aria-label={t('copySecret')} disabled={!secret} onClick={copy}>
                {copied ? <IconCheck size={16} aria-hidden="true" /> : <IconCopy size={16} aria-hidden="true" />}
              </ActionIcon>
            )}
          </CopyButton>
        }
      />
      <Button variant="default" onClick={() => onChange(suggestSecret())}>
        {t('suggest')}
      </Button>
    </Group>
  )
}

/** Without characters that are easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve letters in groups of four: 60 bits, and easy to read out. */
function suggestSecret(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
