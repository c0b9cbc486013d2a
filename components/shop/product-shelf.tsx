import { Button, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { Link } from '../link'
import { shopLanguage } from './language'
import { type Card, ProductGrid } from './product-card'

interface ProductShelfProps {
  description: string
  cards: Card[]
  /** The current page, the number of pages, and the URL without the page number; undefined where all are shown. */
  paging?: { page: number; pages: number; href: string }
}

/** The products of a category or a theme. */
export function ProductShelf({ description, cards, paging }: ProductShelfProps) {
  const t = useTranslations('shop')
  return (
    <>
      <Text c="dimmed" mb="md" lang={shopLanguage}>
        {description}
      </Text>
      {cards.length === 0 ? <Text py="xl">{t('noProducts')}</Text> : <ProductGrid cards={cards} />}
      {paging && paging.pages > 1 && (
        <Group component="nav" aria-label={t('pages')} justify="center" mt="lg">
          {paging.page > 1 && (
            <Button component={Link} href={`${paging.href}&page=${paging.page - 1}`} scroll={false} variant="default">
              {t('previous')}
            </Button>
          )}
          <Text size="sm">{t('page', { page: paging.page, pages: paging.pages })}</Text>
          {paging.page < paging.pages && (
            <Button component={Link} href={`${paging.href}&page=${paging.page + 1}`} scroll={false} variant="default">
              {t('next')}
            </Button>
          )}
        </Group>
      )}
    </>
  )
}
