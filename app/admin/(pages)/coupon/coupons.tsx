'use client'

import { Text } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import type { Page, RecordFilter, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { nameOfCustomer } from '@/lib/kit/people/name'
import { listPath } from '@/lib/server/admin/record-path'
import { send } from '@/lib/server/client'

const RevokeForm = dynamic(() => import('./revoke-form'))

export type Coupon = RowOf<'GET /cms/coupon'>

/** The coupons of all customers. Links from other pages filter the list by a customer or a promotion. */
export function Coupons({ page }: { page: Page<Coupon> }) {
  const t = useTranslations('coupon')
  const locale = useLocale()
  const mayRevoke = useCan()('coupon.revoke')
  const [revoked, setRevoked] = useState<Coupon>()
  return (
    <>
      <ResourceTable
        name="coupon"
        rows={page}
        paging="cursor"
        filters={[
          { kind: 'choice', name: 'state', options: useDictionaryOptions('coupon_state') },
          ...useOriginFilters(page.items),
        ]}
        columns={[
          {
            key: 'customer',
            width: 160,
            render: ({ customer }) => (
              <RecordAnchor resource="customer" id={customer.id}>
                {nameOfCustomer(customer, locale)}
              </RecordAnchor>
            ),
          },
          {
            key: 'promotion',
            render: ({ promotion: { id, name } }) => (
              <RecordAnchor resource="promotion" id={id}>
                {name}
              </RecordAnchor>
            ),
          },
          // The first tag is the one on cards of phones.
          { key: 'state', kind: 'tag', dictionary: 'coupon_state', width: 150 },
          { key: 'source', kind: 'tag', dictionary: 'coupon_source', width: 140 },
          { key: 'starts_at', kind: 'time', width: 150, hidden: true },
          { key: 'ends_at', kind: 'time', width: 140 },
          {
            key: 'order_no',
            label: t('order'),
            width: 190,
            render: ({ order_id, order_no }) =>
              order_id !== null && (
                <RecordAnchor resource="order" id={order_id}>
                  <Text component="code" fz="xs">
                    {order_no}
                  </Text>
                </RecordAnchor>
              ),
          },
          { key: 'used_at', kind: 'time', width: 140 },
          { key: 'created_at', kind: 'time', width: 150, hidden: true },
          { key: 'revoked_at', kind: 'time', width: 150, hidden: true },
        ]}
        nameOf={({ promotion }) => promotion.name}
        rowActions={(row) =>
          mayRevoke && isRevocable(row)
            ? [{ key: 'revoke', label: t('revoke.open'), danger: true, onSelect: () => setRevoked(row) }]
            : []
        }
        empty={t('empty')}
      />
      <FormDrawer opened={revoked !== undefined} title={t('revoke.open')} onClose={() => setRevoked(undefined)}>
        {(onClose) => revoked && <RevokeForm coupon={revoked} onClose={onClose} />}
      </FormDrawer>
    </>
  )
}

/** Whether staff can revoke a coupon. Coupons that customers took themselves cannot be revoked. */
const isRevocable = ({ source, state }: Coupon) => source === 'staff' && (state === 'usable' || state === 'upcoming')

/**
 * The filters by promotion and customer. Users who may open the list of promotions or customers can search all its
 * records.
 */
function useOriginFilters(rows: readonly Coupon[]): RecordFilter[] {
  const t = useTranslations('coupon')
  const locale = useLocale()
  const mayOpen = useMayOpen()
  const promotionOption = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
  const customerOption = (customer: Coupon['customer']) => ({
    value: String(customer.id),
    label: nameOfCustomer(customer, locale),
  })
  return [
    {
      kind: 'record',
      name: 'promotion_id',
      label: t('promotion'),
      known: distinct(rows.map(({ promotion }) => promotionOption(promotion))),
      ...(mayOpen(listPath('promotion'))
        ? {
            search: async (q) =>
              (
                await send('GET /cms/promotion', { query: { with_coupons: 'true', size: 20, ...(q && { q }) } })
              ).items.map(promotionOption),
            find: async (id) => promotionOption(await send('GET /cms/promotion/{id}', { params: { id } })),
          }
        : { search: undefined }),
    },
    {
      kind: 'record',
      name: 'user_id',
      label: t('customer'),
      known: distinct(rows.map(({ customer }) => customerOption(customer))),
      ...(mayOpen(listPath('customer'))
        ? {
            search: async (q) =>
              (await send('GET /cms/customer', { query: { size: 20, ...(q && { q }) } })).items.map(customerOption),
            find: async (id) => customerOption(await send('GET /cms/customer/{id}', { params: { id } })),
          }
        : { search: undefined }),
    },
  ]
}

const distinct = (options: readonly { value: string; label: string }[]) => [
  ...new Map(options.map((option) => [option.value, option])).values(),
]
