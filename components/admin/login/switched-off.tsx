import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** The message that users cannot sign in because the environment variable NEXTAUTH_SECRET is not set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
