'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** A password input. Its button for showing the password has an accessible name. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTranslations('storefront.signIn')
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showSecret') }} {...props} />
}
