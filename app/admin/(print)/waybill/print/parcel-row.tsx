'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { Copyable } from '@/components/ui/copyable'
import { Link } from '@/components/ui/link'
import { packPath } from '@/lib/order/waybill/path'
import { useRefusals } from '../../../(pages)/order/use-refusals'
import { StateTag } from '../../../(pages)/waybill/state-tag'
import { goodsOf, type Parcel } from './parcel'
import classes from './print.module.css'

interface ParcelRowProps {
  parcel: Parcel
  /** Says which orders could go in the same parcel. */
  isAlone: boolean
  onCancel: () => void
}

export function ParcelRow({ parcel, isAlone, onCancel }: ParcelRowProps) {
  const { orders, waybill, failure } = parcel
  const t = useTranslations('waybill.pack')
  const refusalText = useRefusals()
  const named = waybill?.orders ?? orders
  const can = useCan()
  const words = useTranslations('waybill')
  const others =
    isAlone && !waybill ? (orders[0]?.ships_with ?? []).filter((id) => orders.every((one) => one.id !== id)) : []
  const isOutdated = orders.some(({ is_outdated }) => is_outdated)
  const goods = goodsOf(parcel)
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
          {waybill.state === 'ready' && can('waybill.cancel') && (
            <Button size="compact-xs" variant="subtle" color="red" onClick={onCancel}>
              {words('cancelOne')}
            </Button>
          )}
          {waybill.is_name_cut && <Tag style="warning">{t('nameCut')}</Tag>}
        </>
      )}
      {goods.length > 0 && (
        <ul className={classes.goods} aria-label={t('goods')}>
          {goods.map(({ id, name, spec_text, sku_no, count }) => (
            <li key={id}>
              <strong>{count} ×</strong> <span lang="zh-CN">{[name, spec_text].filter(Boolean).join(' ')}</span>{' '}
              <span className={classes.number}>{sku_no}</span>
            </li>
          ))}
        </ul>
      )}
      {orders.map(
        ({ id, order_no, remark }) =>
          remark && (
            <p key={id}>
              <strong>{orders.length > 1 ? t('remarkOf', { no: order_no, remark }) : t('remark', { remark })}</strong>
            </p>
          ),
      )}
      {others.length > 0 && (
        <p>
          <Link href={packPath([...orders.map(({ id }) => ({ id })), ...others.map((id) => ({ id }))])}>
            {t('together', { count: others.length })}
          </Link>
        </p>
      )}
      {isOutdated && (
        <p className={classes.failure} role="alert">
          {words('refusal.waybill_outdated')}
        </p>
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
