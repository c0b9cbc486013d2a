import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** Shown where NEXTAUTH_SECRET is missing and nobody can sign in: says what to set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
