import { Container, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import classes from './site.module.css'

export function SiteFooter() {
  const t = useTranslations('shell')
  return (
    <footer className={classes.footer}>
      <Container size="xl">
        <Text size="sm" c="dimmed">
          {t('footer')}
        </Text>
      </Container>
    </footer>
  )
}
