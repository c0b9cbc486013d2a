import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** The sign-in page of a server without NEXTAUTH_SECRET: names the variable to set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
