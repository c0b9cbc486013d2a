'use client'

import { Button, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { signOut } from '@/lib/server/next/browser-session'
import { loginPath } from '@/lib/server/next/sign-in-paths'
import { useFreshPage } from './use-fresh-page'

/** Afterwards, the Back button of the browser does not show the pages of the session. */
export function SignOutButton() {
  const t = useTranslations('login.signOut')
  const isMounted = useMounted()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  useFreshPage()

  async function leave() {
    setState('pending')
    if (await signOut()) window.location.replace(loginPath())
    else setState('failed')
  }

  return (
    <>
      <Button variant="default" onClick={leave} disabled={!isMounted} loading={state === 'pending'}>
        {t('label')}
      </Button>
      {state === 'failed' && (
        <Text role="alert" size="sm" c="red" mt="xs">
          {t('failed')}
        </Text>
      )}
    </>
  )
}
