import { Anchor, Container, Group } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { ShopLogo } from '@/components/ui/brand'
import { LanguageSwitch } from '@/components/ui/language-switch'
import { Logo } from '@/components/ui/logo'
import { SchemeSwitch } from '@/components/ui/scheme-switch'
import classes from './site.module.css'
import { SiteNavigation } from './site-navigation'

/** `shop`: its name; undefined in a sandbox, which shows mini-shop. */
export function SiteHeader({ shop }: { shop: string | undefined }) {
  const t = useTranslations('shell')
  return (
    <>
      <Anchor href="#main" className={classes.skip}>
        {t('skip')}
      </Anchor>
      <header className={classes.header}>
        <Container size="xl" className={classes.bar}>
          <Link href="/" className={classes.logo} aria-label={shop ? t('homeOf', { name: shop }) : t('home')}>
            {shop ? <ShopLogo /> : <Logo />}
          </Link>
          <SiteNavigation isSandbox={shop === undefined} />
          <Group gap="xs" wrap="nowrap" ml="auto">
            <LanguageSwitch />
            <SchemeSwitch />
          </Group>
        </Container>
      </header>
    </>
  )
}
