import { useFormatter, useTranslations } from 'next-intl'
import { FreightTemplateInput } from '@/lib/freight_template/schema'
import { namesOf } from './regions'

/** Empty if the rules are incomplete. */
export function useRuleSentence() {
  const t = useTranslations('freight_template')
  const format = useFormatter()
  const yuan = (fen: number) => format.number(fen / 100, 'price')
  return (values: Readonly<Record<string, unknown>>): string[] => {
    const { charge, rules } = FreightTemplateInput.shape
    const unit = charge.safeParse(values.charge).data ?? 'piece'
    return (rules.safeParse(values.rules).data ?? []).map(({ regions, first, first_fee, next, next_fee }) =>
      t('sentence', {
        regions: namesOf(regions).join('、') || t('allOthers'),
        first: t(`units.${unit}`, { count: first }),
        firstFee: yuan(first_fee),
        next: t(`units.${unit}`, { count: next }),
        nextFee: yuan(next_fee),
      }),
    )
  }
}
