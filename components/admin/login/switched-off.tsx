import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** The message of the sign-in page without NEXTAUTH_SECRET, with the variable to set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
