'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'

export function SecretInput(props: PasswordInputProps) {
  const t = useTranslations('storefront.signIn')
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showSecret') }} {...props} />
}
