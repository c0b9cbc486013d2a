'use client'

import { ActionIcon, Button, CopyButton, Group, TextInput } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import classes from './user.module.css'

/** A visible password input, because the password must be passed on. A password can be suggested and copied. */
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

/** The characters of suggested passwords, without those that are easily confused. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Twelve letters in groups of four: 60 bits, and easy to read out. */
function suggestSecret(): string {
  const letters = [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => alphabet[byte % alphabet.length])
  return [0, 4, 8].map((at) => letters.slice(at, at + 4).join('')).join('-')
}
