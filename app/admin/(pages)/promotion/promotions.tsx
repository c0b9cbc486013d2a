'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useLocale, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import type { Page, RowAction, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { useAction } from '@/components/ui/use-action'
import { recordPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'

const PromotionForm = dynamic(() => import('./form'))

type Row = RowOf<'GET /cms/promotion'>

function useRowActions() {
  const t = useTranslations('promotion')
  const mayCreate = useCan()('promotion.create')
  const act = useAction()
  const router = useRouter()
  const language = useLocale()
  return ({ id, name }: Row): RowAction[] => {
    const duplicate = async () => {
      const copy = await send('POST /cms/promotion/{id}/duplicate', { params: { id }, query: { language } })
      router.push(recordPath('promotion', copy.id))
    }
    const messages = { success: t('duplicated', { name }), failure: t('duplicateFailed', { name }) }
    return mayCreate ? [{ key: 'duplicate', label: t('duplicate'), onSelect: () => void act(duplicate, messages) }] : []
  }
}

export function Promotions({ page }: { page: Page<Row> }) {
  const t = useTranslations('promotion')
  return (
    <ResourceTable
      name="promotion"
      rows={page}
      search={t('search')}
      tabs={{ name: 'state', label: t('state'), values: ['running', 'upcoming', 'ended', 'stopped'] }}
      filters={[
        { kind: 'choice', name: 'gives', options: useDictionaryOptions('promotion_gives') },
        {
          kind: 'choice',
          name: 'with_coupons',
          label: t('source'),
          options: [
            { value: 'true', label: t('withCoupons') },
            { value: 'false', label: t('byItself') },
          ],
        },
      ]}
      columns={[
        { key: 'name', kind: 'text', sort: true },
        { key: 'label', kind: 'text', width: 180, sort: true },
        // The first tag is the one on cards of phones.
        { key: 'state', kind: 'tag', dictionary: 'promotion_state', width: 110 },
        { key: 'gives', kind: 'tag', dictionary: 'promotion_gives', width: 120, sort: true },
        {
          key: 'coupon_source',
          label: t('source'),
          width: 150,
          render: ({ coupon_source }) =>
            coupon_source ? <DictionaryTag type="coupon_source" value={coupon_source} /> : t('byItself'),
        },
        { key: 'starts_at', kind: 'time', width: 150, sort: true },
        { key: 'ends_at', kind: 'time', width: 150, sort: true },
        { key: 'priority', kind: 'number', width: 110, sort: true, hidden: true },
        { key: 'updated_at', kind: 'time', width: 150, sort: true, hidden: true },
      ]}
      rowActions={useRowActions()}
      create={t('create')}
      form={PromotionForm}
      remove={{ send: ({ id }) => send('DELETE /cms/promotion/{id}', { params: { id } }), warning: t('deleteWarning') }}
      read={(id) => send('GET /cms/promotion/{id}', { params: { id } })}
      isWide
    />
  )
}
