'use client'

import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'

interface AddressDialogProps {
  label: string
  url: string
  /** undefined: the dialog was canceled. */
  onClose: (url: string | undefined) => void
}

/** The server validates the URL when the form is saved. */
export default function AddressDialog({ label, url, onClose }: AddressDialogProps) {
  const t = useTranslations('form.picker')
  const [typed, setTyped] = useState(url)
  return (
    <Modal opened onClose={() => onClose(undefined)} title={label} centered withCloseButton={false}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // React events bubble to the form that the picture belongs to.
          event.stopPropagation()
          onClose(typed.trim())
        }}
      >
        <Stack>
          <TextInput
            label={t('address')}
            description={t('addressHelp')}
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={() => onClose(undefined)}>
              {t('cancel')}
            </Button>
            <Button type="submit">{t('chooseOne', { kind: 'image' })}</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
