'use client'

import { Button, Stack, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { isGuest, keepGuest, loginCode } from '@/components/shop/customer/sign-in'
import { writeLogin } from '@/components/shop/customer/store'
import { SecretInput } from '@/components/shop/secret-input'
import { Sheet } from '@/components/shop/sheet'
import { useAction } from '@/components/ui/use-action'
import { type SendError, send } from '@/lib/server/client'
import type { SettingSheetProps } from './account-settings'
import { useFaults } from './use-faults'

/** Asks for the password if the platform cannot confirm the customer. */
export default function ClosingSheet({ onClose }: SettingSheetProps) {
  const t = useTranslations('account.me.closing')
  const act = useAction()
  const { asCustomer, openid } = useCustomer()
  const [isBusy, setBusy] = useState(false)
  const { faults, atFields } = useFaults(['secret'])

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setBusy(true)
    const close = async () => {
      const body = openid ? { code: (await loginCode(openid)).code } : { secret: String(form.get('secret')) }
      await asCustomer((token) => send('DELETE /v1/user', { body, token }))
      if (isGuest(openid)) keepGuest(undefined)
      // All sessions have ended with the account.
      writeLogin(undefined)
    }
    const explain = ({ code }: SendError) => (code === 'in_use' ? t('inUse') : undefined)
    await act(() => atFields(close), { success: t('done'), failure: t('failed'), explain, isLocal: true })
    setBusy(false)
  }
  return (
    <Sheet title={t('question')} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="sm">
          <Text size="sm">{t('lost')}</Text>
          {!openid && (
            <SecretInput
              name="secret"
              label={t('secret')}
              autoComplete="current-password"
              maxLength={128}
              error={faults.secret}
            />
          )}
          <Button type="submit" size="md" color="red" loading={isBusy}>
            {t('close')}
          </Button>
        </Stack>
      </form>
    </Sheet>
  )
}
