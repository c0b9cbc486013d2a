'use client'

import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { useCustomer } from '@/components/shop/customer/provider'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './me.module.css'
import type { User } from './user'

/** Unsaved nicknames by customer id survive leaving the screen. */
const typed = new Map<number, string>()

export function Nickname({ user, onSaved }: { user: User; onSaved: (user: User) => void }) {
  const t = useTranslations('account.me')
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [nickname, setNickname] = useState(() => typed.get(user.id) ?? user.nickname)
  const change = (text: string) => {
    setNickname(text)
    typed.set(user.id, text)
  }
  const [isBusy, setBusy] = useState(false)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    const request = async () => {
      const saved = await asCustomer((token) => send('PUT /v1/user', { body: { nickname }, token }))
      typed.delete(user.id)
      setNickname(saved.nickname)
      onSaved(saved)
    }
    await act(request, {
      success: t('saved'),
      failure: t('notSaved'),
      keepsInput: true,
      isLocal: true,
    })
    setBusy(false)
  }
  const isUnchanged = nickname.trim() === '' || nickname.trim() === user.nickname
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
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
      <Button type="submit" variant="default" disabled={isUnchanged} loading={isBusy}>
        {t('save')}
      </Button>
    </form>
  )
}
