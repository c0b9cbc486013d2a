'use client'

import { Button, Group, PasswordInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import type { Login } from './try-it'

interface SandboxLoginProps {
  login: Login
  onToken: (token: string) => void
}

/** Asks for an unknown password. No form element, because it is shown inside a form. */
export function SandboxLogin({ login, onToken }: SandboxLoginProps) {
  const t = useTranslations('docs.tools')
  const { path, fields, account, secret } = login
  const [typed, setTyped] = useState(secret ?? '')
  const [isPending, setIsPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  async function logIn() {
    setIsPending(true)
    setRefusal(undefined)
    try {
      const response = await fetch(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...fields, account, secret: typed }),
        credentials: 'omit',
      })
      const answer: unknown = await response.json()
      if (response.ok) onToken(textOf(answer, 'token'))
      else setRefusal(textOf(answer, 'detail'))
    } catch {
      setRefusal(t('unreachable'))
    }
    setIsPending(false)
  }

  return (
    <Group gap="xs" align="flex-end">
      {secret === undefined && (
        <PasswordInput
          label={t('password', { account })}
          autoComplete="off"
          flex={1}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <Button variant="default" size={secret === undefined ? 'sm' : 'compact-sm'} loading={isPending} onClick={logIn}>
        {secret === undefined ? t('loginAction') : t('login', { account })}
      </Button>
      <span role="alert">{refusal}</span>
    </Group>
  )
}

function textOf(answer: unknown, member: string): string {
  if (typeof answer !== 'object' || answer === null) return ''
  const found: unknown = new Map(Object.entries(answer)).get(member)
  return typeof found === 'string' ? found : ''
}
