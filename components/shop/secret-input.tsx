'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** Names the button that shows the password. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTranslations('storefront.signIn')
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showSecret') }} {...props} />
}
