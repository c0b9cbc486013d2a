import { Anchor, Group } from '@mantine/core'
import { getTranslations } from 'next-intl/server'
import type { ReactNode } from 'react'
import { ShopLogo } from '@/components/ui/brand'
import { LanguageSwitch } from '@/components/ui/language-switch'
import { Link } from '@/components/ui/link'
import { SchemeSwitch } from '@/components/ui/scheme-switch'
import { readBrand } from '@/lib/server/next/brand'
import { ClientMessages } from '@/lib/server/next/messages'
import classes from './login.module.css'

/** Works without a session. */
export async function LoginFrame({ children }: { children: ReactNode }) {
  const [t, { name }] = await Promise.all([getTranslations('login'), readBrand()])
  return (
    <ClientMessages of={['login', 'shell']}>
      <header className={classes.header}>
        <Link href="/" className={classes.logo} aria-label={t('home', { shop: name })}>
          <ShopLogo />
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
