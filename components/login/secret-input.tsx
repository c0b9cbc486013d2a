'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** A password that can be shown, by keyboard too; its error is read out. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTranslations('login')
  return (
    <PasswordInput
      size="md"
      {...props}
      withAsterisk={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('reveal') }}
      errorProps={{ role: 'alert' }}
    />
  )
}
