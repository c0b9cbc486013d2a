'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Sheet } from '../sheet'
import { SignInChoices } from './sign-in-choices'
import type { Login } from './store'

/** Asks to sign in on the way to something, which then goes on. */
export default function SignInSheet({
  onSignedIn,
  onClose,
}: {
  onSignedIn: (login: Login) => void
  onClose: () => void
}) {
  const t = useTranslations('storefront.signIn')
  return (
    <Sheet title={t('title')} onClose={onClose}>
      <Text size="sm" mb="md">
        {t('toContinue')}
      </Text>
      <SignInChoices onSignedIn={onSignedIn} />
    </Sheet>
  )
}
