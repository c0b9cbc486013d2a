'use client'

import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { sendControl } from '@/components/sandbox/send-control'
import { useCustomer } from '@/components/shop/customer/provider'
import { Sheet } from '@/components/shop/sheet'
import { useConfirm } from '@/components/shop/use-confirm'
import { Dismissed } from '@/components/ui/dismissed'
import { useAction } from '@/components/ui/use-action'
import { ungrouped } from '@/lib/kit/api/endpoint/phone'
import { SendError, send } from '@/lib/server/client'
import type { SettingSheetProps } from './account-settings'
import { useFaults } from './use-faults'

export default function PhoneSheet({ user, onSaved, onClose }: SettingSheetProps) {
  const t = useTranslations('account.me.phone')
  const act = useAction()
  const { asCustomer, openid, ways } = useCustomer()
  const [confirm, dialog] = useConfirm()
  const [isBusy, setBusy] = useState(false)
  const { faults, setFaults, atFields } = useFaults(['phone'])

  const claim = async (phone: string, merge: boolean) => {
    // Each code can be used once.
    const { code = '' } = await sendControl({ action: 'phone_code', phone, openid })
    return asCustomer((token) => send('POST /v1/user/mobile', { body: { code, merge }, token }))
  }
  const claimOrMerge = async (phone: string) => {
    try {
      return await claim(phone, false)
    } catch (error) {
      if (!(error instanceof SendError) || error.code !== 'already_exists') throw error
      const agrees = await confirm({ title: t('mergeTitle'), text: t('mergeText'), label: t('merge') })
      if (!agrees) throw new Dismissed()
      return claim(phone, true)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const phone = ungrouped(String(new FormData(event.currentTarget).get('phone')))
    // The simulated platform has only numbers of mainland China.
    if (!/^1\d{10}$/.test(phone)) return setFaults({ phone: t('fault') })
    setBusy(true)
    const request = () => atFields(async () => onSaved(await claimOrMerge(phone)))
    const isSaved = await act(request, {
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
      {ways.hasPlatform ? (
        <form noValidate onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              data-autofocus
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              label={t('number')}
              description={t('simulated')}
              defaultValue={user.mobile ?? ''}
              error={faults.phone}
            />
            <Button type="submit" size="md" loading={isBusy}>
              {t('save')}
            </Button>
          </Stack>
        </form>
      ) : (
        <Text>{t('elsewhere')}</Text>
      )}
      {dialog}
    </Sheet>
  )
}
