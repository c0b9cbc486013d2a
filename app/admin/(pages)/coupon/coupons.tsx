'use client'

import dynamic from 'next/dynamic'
import { useLocale, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import type { Page, RowOf } from '@/components/admin/resource-table/declaration'
import { ResourceTable } from '@/components/admin/resource-table/resource-table'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { nameOfCustomer } from '@/lib/kit/people/name'

const RevokeForm = dynamic(() => import('./revoke-form'))

export type Coupon = RowOf<'GET /cms/coupon'>

/** Links from other pages filter by a customer or a promotion. */
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
          {
            kind: 'record',
            name: 'promotion_id',
            label: t('promotion'),
            resource: 'promotion',
            known: ({ promotion }) => promotion,
          },
          {
            kind: 'record',
            name: 'user_id',
            label: t('customer'),
            resource: 'customer',
            known: ({ customer }) => ({ id: customer.id, name: nameOfCustomer(customer, locale) }),
          },
        ]}
        columns={[
          { key: 'customer', kind: 'record', resource: 'customer', width: 160 },
          { key: 'promotion', kind: 'record', resource: 'promotion' },
          // The first tag is the one on cards of phones.
          { key: 'state', kind: 'tag', dictionary: 'coupon_state', width: 150 },
          { key: 'source', kind: 'tag', dictionary: 'coupon_source', width: 140 },
          { key: 'starts_at', kind: 'time', width: 150, hidden: true },
          { key: 'ends_at', kind: 'time', width: 140 },
          { key: 'order_no', label: t('order'), kind: 'record', resource: 'order', id: 'order_id', width: 190 },
          { key: 'used_at', kind: 'time', width: 140 },
          { key: 'created_at', kind: 'time', width: 150, hidden: true },
          { key: 'revoked_at', kind: 'time', width: 150, hidden: true },
        ]}
        nameOf={({ promotion }) => promotion.name}
        csv="/cms/coupon"
        ownFile
        rowActions={(row) =>
          mayRevoke && isRevocable(row)
            ? [{ key: 'revoke', label: t('revoke.open'), danger: true, onSelect: () => setRevoked(row) }]
            : []
        }
      />
      <FormDrawer opened={revoked !== undefined} title={t('revoke.open')} onClose={() => setRevoked(undefined)}>
        {(onClose) => revoked && <RevokeForm coupon={revoked} onClose={onClose} />}
      </FormDrawer>
    </>
  )
}

/** Not those that customers took themselves. */
const isRevocable = ({ source, state }: Coupon) => source === 'staff' && (state === 'usable' || state === 'upcoming')
