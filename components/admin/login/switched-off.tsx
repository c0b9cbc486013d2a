import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** NEXTAUTH_SECRET is not set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
