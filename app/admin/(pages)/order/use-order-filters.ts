import { useTranslations } from 'next-intl'
import type { Filter, RowOf } from '@/components/admin/resource-table/declaration'
import { parcelTroubles } from '@/db/enums'

type LabeledFilter = Filter<RowOf<'GET /cms/order'>> & { label: string }

const either = <const Name extends string>(name: Name, label: string, { yes, no }: { yes: string; no: string }) => ({
  kind: 'choice' as const,
  name,
  label,
  options: [
    { value: 'true', label: yes },
    { value: 'false', label: no },
  ],
})

export function useOrderFilters(stores: readonly { id: number; name: string }[]): LabeledFilter[] {
  const t = useTranslations('sale')
  const tracking = useTranslations('tracking')
  return [
    { kind: 'text', name: 'tag', label: t('tag') },
    { kind: 'text', name: 'external_id', label: t('externalId') },
    { kind: 'record', name: 'product_id', label: t('byProduct'), resource: 'product' },
    { kind: 'record', name: 'sku_id', label: t('bySku') },
    either('late', t('late'), { yes: t('lateYes'), no: t('lateNo') }),
    {
      kind: 'choice',
      name: 'refund',
      label: t('refundFilter'),
      options: [
        { value: 'failed', label: t('refundFailed') },
        { value: 'abnormal', label: t('refundAbnormal') },
        { value: 'refused', label: t('refundRefused') },
      ],
    },
    either('not_reported', t('report.filter'), { yes: t('report.missing'), no: t('report.notMissing') }),
    {
      kind: 'choice',
      name: 'parcel',
      label: tracking('filter'),
      options: parcelTroubles.map((value) => ({ value, label: tracking(`troubles.${value}`) })),
    },
    either('address_asked', t('askedAddress.filter'), {
      yes: t('askedAddress.asked'),
      no: t('askedAddress.notAsked'),
    }),
    either('pickup', t('pickup.filter'), { yes: t('pickup.collected'), no: t('pickup.sent') }),
    {
      kind: 'choice',
      name: 'store_id',
      label: t('pickup.store'),
      options: stores.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    either('not_collected', t('pickup.waiting'), { yes: t('pickup.waitingYes'), no: t('pickup.waitingNo') }),
    either('has_remark', t('hasRemark'), { yes: t('withRemark'), no: t('withoutRemark') }),
    either('has_note', t('hasNote'), { yes: t('withNote'), no: t('withoutNote') }),
    { kind: 'prices', name: 'amount_from', until: 'amount_to', label: t('amount') },
    { kind: 'span', name: 'created_from', until: 'created_to', label: t('createdAt') },
    { kind: 'span', name: 'paid_from', until: 'paid_to', label: t('paidAt') },
    { kind: 'span', name: 'shipped_from', until: 'shipped_to', label: t('shippedAt') },
  ]
}
