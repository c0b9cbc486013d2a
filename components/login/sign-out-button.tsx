'use client'

import { Button, Text } from '@mantine/core'
import { useMounted } from '@mantine/hooks'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { signOut } from '@/lib/next/browser-session'
import { loginAddress } from '@/lib/next/entrance'
import { useFreshPage } from './use-fresh-page'

/** Ends the session. What was on the screen is not to be had by the browser's Back afterwards. */
export function SignOutButton() {
  const t = useTranslations('login.signOut')
  const isMounted = useMounted()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')

  useFreshPage()

  async function leave() {
    setState('pending')
    if (await signOut()) window.location.replace(loginAddress())
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
