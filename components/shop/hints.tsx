'use client'

import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { shopLanguage } from '@/components/ui/language'
import { Link } from '@/components/ui/link'
import type { Answer } from '@/lib/server/client'

type Preview = Answer<'POST /v1/order/preview'>

/** The paid fee, in fen; null: not known yet. */
export const shippingOf = ({ freight_amount, discounts }: Pick<Preview, 'freight_amount' | 'discounts'>) =>
  freight_amount === null
    ? null
    : freight_amount - discounts.reduce((sum, { gives, amount }) => sum + (gives === 'freight' ? amount : 0), 0)

/** Only with one template: customers could not tell the goods of a hint, as names of templates are internal. */
function FreeShipping({ freight }: Pick<Preview, 'freight'>) {
  const t = useTranslations('purchase.hint')
  const format = useFormatter()
  const [group, ...others] = freight
  if (!group || others.length > 0) return null
  const { missing_amount, missing_pieces, free_needs } = group
  const texts = [
    ...(missing_amount ? [format.number(missing_amount / 100, 'price')] : []),
    ...(missing_pieces ? [t('freePieces', { count: missing_pieces })] : []),
  ]
  if (texts.length === 0) return null
  const [first = '', second] = texts
  return (
    <Text size="sm" c="dimmed">
      {t('freeShipping', { missing: second === undefined ? first : t(free_needs, { first, second }) })}
    </Text>
  )
}

export function Hints({
  hints,
  freight,
  ...costs
}: Pick<Preview, 'hints' | 'freight' | 'freight_amount' | 'discounts'>) {
  const t = useTranslations('purchase.hint')
  const format = useFormatter()
  const tiers = hints.map(
    ({ promotion_id, label, scope_names, scope_count, missing_amount, missing_pieces = 0, off_amount }) => {
      const names = scope_names.join(t('nameSeparator'))
      const said = {
        names: scope_count > scope_names.length ? t('among', { names }) : names,
        goods: (text: ReactNode) => names && <span lang={shopLanguage}>{text}</span>,
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
            ? t.rich('pieces', { count: missing_pieces, ...said })
            : t.rich('amount', { amount: format.number(missing_amount / 100, 'price'), ...said })}{' '}
          <Text
            component={Link}
            href={`/promotion/${promotion_id}`}
            prefetch={false}
            inherit
            c="accent"
            td="underline"
            py={4}
            aria-label={`${t('toProducts')} ${label}`}
          >
            {t('toProducts')}
          </Text>
        </Text>
      )
    },
  )
  return (
    <>
      {shippingOf(costs) !== 0 && <FreeShipping freight={freight} />}
      {tiers}
    </>
  )
}
