import { Container, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

/**
 * The footer of every public page. `shop`: the name of the shop; undefined in a sandbox, which shows the name
 * mini-shop.
 */
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
