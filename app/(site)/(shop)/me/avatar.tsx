'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type ChangeEvent, useRef } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { scaled } from '@/components/shop/photos/scaled'
import { photoTypes, usePhotoFault } from '@/components/shop/photos/use-photo-fault'
import { ActionButton } from '@/components/ui/action-button'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './me.module.css'
import type { User } from './user'

export function Avatar({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const t = useTranslations('account.me.avatar')
  const act = useAction()
  const explain = usePhotoFault()
  const { asCustomer } = useCustomer()
  const picker = useRef<HTMLInputElement>(null)
  const change = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? []
    // The same file can be chosen again.
    currentTarget.value = ''
    if (!file) return
    const request = async () => {
      const sent = await scaled(file)
      const { id } = await asCustomer((token) => send('POST /v1/file', { body: { file: sent }, token }))
      onSaved(await asCustomer((token) => send('PUT /v1/user', { body: { avatar_id: id }, token })))
    }
    await act(request, { success: t('saved'), failure: t('failed'), explain, isLocal: true })
  }
  const remove = () => {
    const request = async () =>
      onSaved(await asCustomer((token) => send('PUT /v1/user', { body: { avatar_url: null }, token })))
    return act(request, { success: t('removed'), failure: t('failed'), isLocal: true })
  }
  return (
    <div className={classes.avatar}>
      <Button size="compact-sm" variant="default" onClick={() => picker.current?.click()}>
        {t('choose')}
      </Button>
      {user.avatar_url && (
        <ActionButton size="compact-sm" variant="subtle" onAct={remove}>
          {t('remove')}
        </ActionButton>
      )}
      <input
        ref={picker}
        type="file"
        accept={photoTypes}
        hidden
        aria-label={t('choose')}
        onChange={(event) => void change(event)}
      />
    </div>
  )
}
