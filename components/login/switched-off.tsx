import { Alert, Code } from '@mantine/core'
import { useTranslations } from 'next-intl'

/** Without its key nobody can sign in; whoever runs the server reads here what to set. */
export function SwitchedOff() {
  const t = useTranslations('login.off')
  return (
    <Alert color="yellow" title={t('title')}>
      {t.rich('description', { code: (text) => <Code>{text}</Code> })}
    </Alert>
  )
}
