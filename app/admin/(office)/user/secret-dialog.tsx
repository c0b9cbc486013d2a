'use client'

import { ActionIcon, Button, CopyButton, Group, Modal, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import type { InputProps } from '@/components/resource-form/field'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { leave } from '@/components/resource-form/unsaved'
import type { RowOf } from '@/components/resource-table/declaration'
import { send } from '@/lib/api/client'
import { SecretReset } from '@/lib/user/schema'

interface SecretDialogProps {
  record: RowOf<'GET /cms/user'>
  onClose: () => void
}

/** Sets the password of somebody else. What is suggested is good for one login: he has to choose another then. */
export default function SecretDialog({ record, onClose }: SecretDialogProps) {
  const t = useTranslations('user')
  const title = t('resetTitle', { name: record.nickname })
  return (
    <Modal
      opened
      onClose={() => leave(onClose)}
      title={title}
      centered
      styles={{ body: { padding: 0 } }}
      closeButtonProps={{ 'aria-label': t('keep') }}
    >
      <ResourceForm
        record={record}
        onClose={() => leave(onClose)}
        resource="user"
        title={title}
        nameOf={() => title}
        header={() => null}
        valuesOf={() => ({ secret: '', must_change_secret: true })}
        fields={[
          {
            name: 'secret',
            label: t('newSecret'),
            help: t('resetHelp'),
            render: (input) => <SuggestedSecret {...input} />,
          },
          { name: 'must_change_secret', label: t('mustChange') },
        ]}
        update={{
          element: 'user.password',
          schema: SecretReset,
          send: ({ id }, body) => send('PUT /cms/user/{id}/password', { params: { id }, body }),
        }}
      />
    </Modal>
  )
}

/** Shown while it is typed: it has to be handed on to somebody else. */
function SuggestedSecret({ value, onChange, label, description, error, disabled }: InputProps) {
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
        data-field="secret"
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
      <Button variant="default" onClick={() => onChange(suggestion())}>
        {t('suggest')}
      </Button>
    </Group>
  )
}

/** Without letters that are taken for one another. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve letters in groups of four: 60 bits, and easy to read out. */
function suggestion(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
