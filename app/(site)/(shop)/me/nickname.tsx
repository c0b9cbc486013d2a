'use client'

import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { useAction } from '@/components/shell/use-action'
import { useCustomer } from '@/components/shop/customer/provider'
import { send } from '@/lib/api/client'
import type { User as Schema } from '@/lib/user/schema'
import classes from './me.module.css'

type User = z.output<typeof Schema>

/** What the customer is called, which they can change. */
export function Nickname({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const t = useTranslations('account.me')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [nickname, setNickname] = useState(user.nickname)
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    await act(async () => onSaved(await asCustomer((token) => send('PUT /v1/user', { body: { nickname }, token }))), {
      success: t('saved'),
      failure: t('notSaved'),
      isLocal: true,
    })
    setBusy(false)
  }
  return (
    <form className={classes.nickname} onSubmit={submit}>
      <TextInput
        label={t('nickname')}
        placeholder={t('nicknamePlaceholder')}
        autoComplete="nickname"
        maxLength={64}
        required
        withAsterisk={false}
        value={nickname}
        onChange={({ currentTarget }) => setNickname(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={nickname.trim() === user.nickname} loading={isBusy}>
        {t('save')}
      </Button>
    </form>
  )
}
