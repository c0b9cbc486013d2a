'use client'

import { Alert, Button, Divider, Stack, Text, TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { type FormEvent, useState } from 'react'
import { SecretInput } from '@/components/shop/secret-input'
import { ActionButton } from '@/components/ui/action-button'
import { useFailureText } from '@/components/ui/failure-text'
import { useCustomer } from './provider'
import { lastGuest, newGuest, signInByPassword, signInOnPlatform } from './sign-in'
import type { Login } from './store'

export function SignInChoices({ onSignedIn }: { onSignedIn: (login: Login) => void }) {
  const t = useTranslations('storefront.signIn')
  const textOf = useFailureText()
  const { hasPlatform, hasDemonstration } = useCustomer().ways
  const [refusal, setRefusal] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  // Only in the browser: the server does not know whether the customer is signed in.
  const [guest] = useState(lastGuest)

  const enter = async (signIn: () => Promise<Login | undefined>) => {
    setRefusal(undefined)
    setBusy(true)
    try {
      const login = await signIn()
      if (login) onSignedIn(login)
      else setRefusal(t('staff'))
    } catch (error) {
      setRefusal(textOf(error).text)
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    void enter(() => signInByPassword(String(form.get('account')), String(form.get('secret'))))
  }
  return (
    <Stack gap="sm">
      {refusal && (
        <Alert color="red" variant="light">
          {refusal}
        </Alert>
      )}
      {hasDemonstration && (
        <ActionButton size="md" fz="sm" px="sm" disabled={isBusy} onAct={() => enter(() => signInOnPlatform())}>
          {t('demonstration')}
        </ActionButton>
      )}
      {hasPlatform && (
        <>
          {guest && (
            <ActionButton
              size="md"
              fz="sm"
              px="sm"
              variant={hasDemonstration ? 'default' : 'filled'}
              disabled={isBusy}
              onAct={() => enter(() => signInOnPlatform(guest))}
            >
              {t('lastCustomer')}
            </ActionButton>
          )}
          <ActionButton
            size="md"
            fz="sm"
            px="sm"
            variant={hasDemonstration || guest ? 'default' : 'filled'}
            disabled={isBusy}
            onAct={() => enter(() => signInOnPlatform(newGuest()))}
          >
            {t('newCustomer')}
          </ActionButton>
          <Text size="sm" c="dimmed" ta="center">
            {t('simulated')}
          </Text>
        </>
      )}
      {hasPlatform && <Divider label={t('or')} />}
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput name="account" label={t('account')} autoComplete="username" autoCapitalize="none" required />
          <SecretInput name="secret" label={t('secret')} autoComplete="current-password" required />
          <Button type="submit" size="md" variant={hasPlatform ? 'default' : 'filled'} loading={isBusy}>
            {t('submit')}
          </Button>
        </Stack>
      </form>
    </Stack>
  )
}
