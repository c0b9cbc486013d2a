'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Sheet } from '@/components/shop/sheet'
import { SignInChoices } from './sign-in-choices'
import type { Login } from './store'

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
