import { Anchor, Group } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { ClientMessages } from '@/lib/next/messages'
import { Link } from '../link'
import { Logo } from '../logo'
import { LanguageSwitch } from '../shell/language-switch'
import { SchemeSwitch } from '../shell/scheme-switch'
import classes from './login.module.css'

/** The frame of the pages for signing in. It needs no session. */
export function LoginFrame({ children }: { children: ReactNode }) {
  const t = useTranslations('login')
  return (
    <ClientMessages of={['login', 'shell']}>
      <header className={classes.header}>
        <Link href="/" className={classes.logo} aria-label={t('home')}>
          <Logo />
        </Link>
        <Group gap="xs" wrap="nowrap" ml="auto">
          <LanguageSwitch />
          <SchemeSwitch />
        </Group>
      </header>
      <main className={classes.main}>{children}</main>
      <footer className={classes.footer}>
        <Anchor component={Link} href="/" size="sm" c="dimmed">
          {t('shop')}
        </Anchor>
        <Anchor component={Link} href="/docs" size="sm" c="dimmed">
          {t('reference')}
        </Anchor>
      </footer>
    </ClientMessages>
  )
}
