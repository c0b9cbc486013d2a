import { Button, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Link } from '@/components/ui/link'

/** From 1 to 9999, else 1. */
export const pageIn = (value: unknown): number =>
  typeof value === 'string' && /^[1-9]\d{0,3}$/.test(value) ? Number(value) : 1

interface PagesProps {
  /** From 1. */
  page: number
  total: number
  size: number
  pathOf: (page: number) => string
}

/** Nothing for a single page. */
export function Pages({ page, total, size, pathOf }: PagesProps) {
  const t = useTranslations('shop')
  const pages = Math.max(1, Math.ceil(total / size))
  if (pages === 1 && page === 1) return null
  return (
    <Group component="nav" aria-label={t('pages')} justify="center" mt="lg" gap="xs">
      {page > 1 && (
        <Button component={Link} href={pathOf(Math.min(page - 1, pages))} size="xs" variant="default">
          {t('previous')}
        </Button>
      )}
      <Text size="xs">{t('page', { page, pages })}</Text>
      {page < pages && (
        <Button component={Link} href={pathOf(page + 1)} size="xs" variant="default">
          {t('next')}
        </Button>
      )}
    </Group>
  )
}
