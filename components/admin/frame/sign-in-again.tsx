'use client'

import { Button, Modal, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type SubmitEvent, useState } from 'react'
import { signIn } from '@/lib/server/next/browser-session'
import { useAdmin } from './admin-context'

export default function SignInAgain({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const t = useTranslations('admin.signIn')
  const { user } = useAdmin()
  const [secret, setSecret] = useState('')
  const [isRefused, setRefused] = useState(false)
  const [isSending, setSending] = useState(false)
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    // React events bubble from this dialog to a form of the page, which must not submit.
    event.stopPropagation()
    setSending(true)
    setRefused(false)
    const refusal = await signIn(user.account, secret)
    setSending(false)
    if (!refusal) onDone()
    else setRefused(true)
  }
  return (
    <Modal opened onClose={onClose} title={t('title')} centered closeButtonProps={{ 'aria-label': t('cancel') }}>
      <form method="post" onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('description')}</Text>
          <TextInput label={t('account')} value={user.account} readOnly autoComplete="username" />
          <PasswordInput
            data-autofocus
            label={t('secret')}
            value={secret}
            onChange={({ currentTarget }) => setSecret(currentTarget.value)}
            autoComplete="current-password"
            error={isRefused && t('refused')}
            required
          />
          <Button type="submit" loading={isSending}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
