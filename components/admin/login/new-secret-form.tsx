'use client'

import { Button, Stack, VisuallyHidden } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { type FormEvent, useRef, useState } from 'react'
import { useStrengthText } from '@/components/ui/strength-text'
import { SendError, send } from '@/lib/server/client'
import { strengthRules } from '@/lib/token/strength-rules'
import { Refusal, type RefusalMessage, refusalMessageOf } from './refusal'
import { SecretInput } from './secret-input'
import { SignOutButton } from './sign-out-button'

interface NewSecretFormProps {
  /** For password managers. */
  username: string
  /** To open afterwards. */
  to: string
}

const minLength = strengthRules.staff.length

interface Wrong {
  old_secret?: 'required' | 'wrong'
  new_secret?: 'short' | 'unchanged' | { weak: string }
}

export function NewSecretForm({ username, to }: NewSecretFormProps) {
  const t = useTranslations('login.newSecret')
  const strengthText = useStrengthText()
  const isMounted = useMounted()
  const [isPending, setPending] = useState(false)
  const [wrong, setWrong] = useState<Wrong>({})
  const [refusal, setRefusal] = useState<RefusalMessage>()
  const oldSecret = useRef<HTMLInputElement>(null)
  const newSecret = useRef<HTMLInputElement>(null)

  const show = (found: Wrong) => {
    setWrong(found)
    if (found.old_secret) oldSecret.current?.select()
    else if (found.new_secret) newSecret.current?.select()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending || !oldSecret.current || !newSecret.current) return
    const body = { old_secret: oldSecret.current.value, new_secret: newSecret.current.value }
    setRefusal(undefined)
    if (body.old_secret === '') return show({ old_secret: 'required' })
    if (body.new_secret.length < minLength) return show({ new_secret: 'short' })
    show({})
    setPending(true)
    try {
      await send('PUT /v1/user/password', { body })
      window.location.replace(to)
    } catch (error) {
      if (!(error instanceof SendError)) throw error
      setPending(false)
      const places = error.invalid_params.map(({ name }) => name)
      const weak = error.invalid_params.find(({ code }) => code === 'too_weak')
      // The session has ended: after the reload, the page redirects to sign-in.
      if (error.code === 'unauthenticated') window.location.reload()
      else if (places.includes('old_secret')) show({ old_secret: 'wrong' })
      else if (weak) show({ new_secret: { weak: strengthText(weak.params ?? {}) } })
      else if (places.includes('new_secret'))
        show({ new_secret: body.old_secret === body.new_secret ? 'unchanged' : 'short' })
      else setRefusal(refusalMessageOf(error.code, error.retry_after))
    }
  }

  return (
    <form method="post" noValidate onSubmit={submit} aria-label={t('title')}>
      <VisuallyHidden>
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={username}
          readOnly
          tabIndex={-1}
          aria-hidden
        />
      </VisuallyHidden>
      <Stack gap="md">
        <SecretInput
          ref={oldSecret}
          name="old_secret"
          label={t('old')}
          autoComplete="current-password"
          maxLength={128}
          error={wrong.old_secret && t(`problem.${wrong.old_secret}`)}
        />
        <SecretInput
          ref={newSecret}
          name="new_secret"
          label={t('new')}
          description={t('rule', { minimum: minLength })}
          autoComplete="new-password"
          maxLength={128}
          error={
            typeof wrong.new_secret === 'object'
              ? wrong.new_secret.weak
              : wrong.new_secret && t(`problem.${wrong.new_secret}`, { minimum: minLength })
          }
        />
        {refusal && <Refusal {...refusal} />}
        <Button type="submit" size="md" fullWidth disabled={!isMounted} loading={isPending}>
          {t('submit')}
        </Button>
        <SignOutButton />
      </Stack>
    </form>
  )
}
