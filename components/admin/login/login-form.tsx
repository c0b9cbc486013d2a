'use client'

import { Button, Stack, TextInput } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { signIn } from '@/lib/server/next/browser-session'
import classes from './login.module.css'
import { Refusal, type RefusalMessage, refusalMessageOf } from './refusal'
import { SecretInput } from './secret-input'

interface LoginFormProps {
  /** To open after signing in. */
  to: string
  /** Below the fields. */
  children?: ReactNode
}

type Wrong = 'account' | 'secret' | 'both'

/**
 * Inputs are uncontrolled, which keeps values that a password manager filled in before hydration. The button waits for
 * hydration: without JavaScript, the browser would put the password into the URL.
 */
export function LoginForm({ to, children }: LoginFormProps) {
  const t = useTranslations('login')
  const isMounted = useMounted()
  const [isPending, setPending] = useState(false)
  const [wrong, setWrong] = useState<Wrong>()
  const [refusal, setRefusal] = useState<RefusalMessage>()
  const account = useRef<HTMLInputElement>(null)
  const secret = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || !account.current || !secret.current) return
    setRefusal(undefined)
    const empty = account.current.value.trim() === '' ? account : secret.current.value === '' ? secret : undefined
    setWrong(empty === account ? 'account' : empty === secret ? 'secret' : undefined)
    if (empty) return empty.current?.focus()
    setPending(true)
    const refused = await signIn(account.current.value, secret.current.value)
    // A new document, so that nothing rendered or cached without a session remains.
    if (!refused) return window.location.replace(to)
    setPending(false)
    if (refused.code === 'CredentialsSignin') {
      setWrong('both')
      secret.current.select()
    } else setRefusal(refusalMessageOf(refused.code, refused.retry_after))
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-label={t('title')}>
      <Stack gap="md">
        <TextInput
          ref={account}
          name="account"
          label={t('account')}
          size="md"
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={256}
          error={wrong === 'account' ? t('required') : wrong === 'both'}
          classNames={{ label: classes.label }}
          errorProps={{ role: 'alert' }}
        />
        <SecretInput
          ref={secret}
          name="secret"
          label={t('secret')}
          autoComplete="current-password"
          maxLength={128}
          error={wrong === 'secret' ? t('required') : wrong === 'both' ? t('wrong') : undefined}
        />
        {refusal && <Refusal {...refusal} />}
        <Button type="submit" size="md" fullWidth disabled={!isMounted} loading={isPending}>
          {t('submit')}
        </Button>
      </Stack>
      {children}
    </form>
  )
}
