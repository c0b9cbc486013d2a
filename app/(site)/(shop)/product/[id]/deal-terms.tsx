import { Badge, Group, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { DealCountdown } from '@/components/shop/deal-countdown'
import type { Product } from '@/components/shop/sku-choice'
import { shopLanguage } from '@/components/ui/language'

type Deal = NonNullable<Product['skus'][number]['deal']>

export function DealTerms({ deal }: { deal: Deal }) {
  const t = useTranslations('product.deal')
  const { label, ends_at, left, limit, exclusive } = deal
  return (
    <>
      <Group gap="xs" mt={4}>
        <Badge color="red" tt="none" lang={shopLanguage}>
          {label}
        </Badge>
        <DealCountdown until={ends_at} />
      </Group>
      {(left !== null || limit !== null || exclusive) && (
        <Group gap="xs" mt={4}>
          {left !== null && (
            <Text span size="xs" c="red">
              {t('left', { count: left })}
            </Text>
          )}
          {limit !== null && (
            <Text span size="xs" c="dimmed">
              {t('limit', { count: limit })}
            </Text>
          )}
          {exclusive && (
            <Text span size="xs" c="dimmed">
              {t('exclusive')}
            </Text>
          )}
        </Group>
      )}
    </>
  )
}
