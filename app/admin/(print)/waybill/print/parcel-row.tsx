'use client'

import { useTranslations } from 'next-intl'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { useRefusals } from '../../../(pages)/order/use-refusals'
import { StateTag } from '../../../(pages)/waybill/state-tag'
import type { Parcel } from './parcel'
import classes from './print.module.css'

export function ParcelRow({ parcel: { orders, waybill, failure } }: { parcel: Parcel }) {
  const t = useTranslations('waybill.pack')
  const refusalText = useRefusals()
  const named = waybill?.orders ?? orders
  const refusal = orders.find((one) => one.refusal !== null)?.refusal
  return (
    <li className={classes.parcel}>
      {named.map(({ id, order_no }) => (
        <RecordAnchor key={id} resource="order" id={id}>
          {order_no}
        </RecordAnchor>
      ))}
      {orders[0] && <span lang="zh-CN">{orders[0].receiver_name}</span>}
      {waybill && (
        <>
          <DictionaryTag type="carrier" value={waybill.delivery_id} />
          {waybill.tracking_no && <Copyable text={waybill.tracking_no} />}
          <StateTag state={waybill.state} />
          {waybill.print_count > 0 && <Tag style="default">{t('printed', { count: waybill.print_count })}</Tag>}
          {waybill.is_name_cut && <Tag style="warning">{t('nameCut')}</Tag>}
        </>
      )}
      {orders.map(
        ({ id, remark }) =>
          remark && (
            <p key={id}>
              <strong>{t('remark', { remark })}</strong>
            </p>
          ),
      )}
      {refusal && <p className={classes.failure}>{refusalText('ship', refusal)}</p>}
      {failure && (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      )}
    </li>
  )
}
