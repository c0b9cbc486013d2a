'use client'

import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { shopLanguage } from '@/components/ui/language'
import type { Answer } from '@/lib/server/client'

/** The pieces or the amount missing to the next tiers of promotions, as the server has computed them. */
export function Hints({ hints }: Pick<Answer<'POST /v1/order/preview'>, 'hints'>) {
  const t = useTranslations('purchase.hint')
  const format = useFormatter()
  return hints.map(({ promotion_id, label, missing_amount, missing_pieces = 0, off_amount }) => {
    const gain = {
      label: () =>
        off_amount === null ? (
          <span lang={shopLanguage}>{label}</span>
        ) : (
          t('off', { off: format.number(off_amount / 100, 'price') })
        ),
    }
    return (
      <Text key={promotion_id} size="sm" c="dimmed">
        {missing_amount === undefined
          ? t.rich('pieces', { count: missing_pieces, ...gain })
          : t.rich('amount', { amount: format.number(missing_amount / 100, 'price'), ...gain })}
      </Text>
    )
  })
}
