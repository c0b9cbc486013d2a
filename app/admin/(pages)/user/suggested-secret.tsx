'use client'

import { ActionIcon, Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import classes from './user.module.css'

/** Shows its text, for a password to be passed on. */
export function SuggestedSecret({ isFirst = false, ...input }: InputProps & { isFirst?: boolean }) {
  const t = useTranslations('user')
  const { value, onChange, disabled } = input
  const secret = typeof value === 'string' ? value : ''
  return (
    <TextInput
      {...attributesOf(input)}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      spellCheck={false}
      value={secret}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      inputContainer={(field) => (
        <Group gap="xs" wrap="nowrap">
          <div className={classes.secret}>{field}</div>
          <Button variant="default" disabled={disabled} onClick={() => onChange(suggestSecret())}>
            {t('suggest')}
          </Button>
        </Group>
      )}
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
  )
}

/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve characters with 60 bits, in groups of four, easy to read aloud. */
function suggestSecret(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
