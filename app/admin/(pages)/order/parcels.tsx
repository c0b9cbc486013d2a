'use client'

import { useTranslations } from 'next-intl'
import { Copyable } from '@/components/copyable'
import { Moment } from '@/components/moment'
import { DictionaryTag, Tag } from '@/components/tag/tag'
import classes from './order.module.css'
import type { Order } from './record'
import { useMethods } from './use-methods'

/** What was shipped, parcel by parcel. */
export function Parcels({ order: { shipments, items } }: { order: Order }) {
  const t = useTranslations('sale')
  const methods = useMethods()
  if (shipments.length === 0) return <p className={classes.hint}>{t('notShipped')}</p>
  const names = new Map(items.map(({ id, name, spec_text }) => [id, [name, spec_text].filter(Boolean).join(' · ')]))
  return (
    <ul className={classes.parcels}>
      {shipments.map((parcel) => (
        <li key={parcel.id}>
          <span className={classes.parcel}>
            {parcel.carrier ? (
              <DictionaryTag type="carrier" value={parcel.carrier} />
            ) : (
              <Tag style="default">{methods[parcel.method]}</Tag>
            )}
            {parcel.tracking_no && <Copyable text={parcel.tracking_no} />}
            {parcel.corrected_at && <Tag style="info">{t('corrected')}</Tag>}
            {parcel.revoked_at && <Tag style="danger">{t('revoked')}</Tag>}
            <small>
              <Moment at={parcel.shipped_at} />
            </small>
          </span>
          <ul className={classes.contents}>
            {parcel.items.map(({ order_item_id, count }) => (
              <li key={order_item_id}>
                {names.get(order_item_id)} × {count}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
