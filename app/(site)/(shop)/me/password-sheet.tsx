'use client'

import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { loginCode } from '@/components/shop/customer/sign-in'
import { SecretInput } from '@/components/shop/secret-input'
import { Sheet } from '@/components/shop/sheet'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import { strengthRules } from '@/lib/token/strength-rules'
import type { SettingSheetProps } from './account-settings'
import { useFaults } from './use-faults'

const minimum = strengthRules.customer.length

/** The first password needs a fresh code of wx.login instead of the former one. */
export default function PasswordSheet({ user, onSaved, onClose }: SettingSheetProps) {
  const t = useTranslations('account.me.password')
  const act = useAction()
  const { asCustomer, openid } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const { faults, atFields } = useFaults(['old_secret', 'new_secret'])
  const accounts = [user.username, user.email, user.mobile].filter((account) => account !== null)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const new_secret = String(form.get('new_secret'))
    setBusy(true)
    const change = async () => {
      const proof = user.has_password
        ? { old_secret: String(form.get('old_secret')) }
        : { code: (await loginCode(openid)).code }
      await asCustomer((token) => send('PUT /v1/user/password', { body: { ...proof, new_secret }, token }))
      onSaved({ ...user, has_password: true })
    }
    const isSaved = await act(() => atFields(change), {
      success: t('saved'),
      failure: t('failed'),
      keepsInput: true,
      isLocal: true,
    })
    setBusy(false)
    if (isSaved) onClose()
  }
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {accounts.length > 0 ? t('accounts', { accounts: accounts.join(' · ') }) : t('noAccount')} {t('others')}
          </Text>
          {/* Names the account for password managers. */}
          <VisuallyHidden>
            <input
              type="text"
              autoComplete="username"
              value={accounts.at(-1) ?? ''}
              readOnly
              tabIndex={-1}
              aria-hidden
            />
          </VisuallyHidden>
          {user.has_password && (
            <SecretInput
              name="old_secret"
              label={t('old')}
              autoComplete="current-password"
              maxLength={128}
              error={faults.old_secret}
            />
          )}
          <SecretInput
            name="new_secret"
            label={t('new')}
            description={t('rule', { minimum })}
            autoComplete="new-password"
            maxLength={128}
            error={faults.new_secret}
          />
          <Button type="submit" size="md" loading={isBusy}>
            {t('save')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
