'use client'

import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from './login.module.css'

export function SecretInput(props: PasswordInputProps) {
  const t = useTranslations('login')
  return (
    <PasswordInput
      aria-invalid={Boolean(props.error)}
      size="md"
      {...props}
      withAsterisk={false}
      visibilityToggleFocusable
      visibilityToggleButtonProps={{ 'aria-label': t('reveal') }}
      classNames={{ label: classes.label }}
      errorProps={{ role: 'alert' }}
    />
  )
}
