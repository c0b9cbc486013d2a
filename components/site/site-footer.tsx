import { Container, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

/** `shop`: its name; undefined in a sandbox, which shows mini-shop. */
export function SiteFooter({ shop }: { shop: string | undefined }) {
  const t = useTranslations('shell')
  return (
    <footer className={classes.footer}>
      <Container size="xl">
        <Text size="sm" c="dimmed">
          {shop ?? t('footer')}
        </Text>
      </Container>
    </footer>
  )
}
