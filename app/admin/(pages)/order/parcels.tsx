'use client'

import { Button, Checkbox } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan, useMayOpen } from '@/components/admin/frame/admin-context'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Copyable } from '@/components/ui/copyable'
import { useFailureText } from '@/components/ui/failure-text'
import { Moment } from '@/components/ui/moment'
import { ParcelNews } from '@/components/ui/parcel-news'
import { useAction } from '@/components/ui/use-action'
import { useRead } from '@/components/ui/use-read'
import { type RevokeRefusal, revokeRefusals } from '@/db/enums'
import { asList } from '@/lib/kit/i18n/as-list'
import { revokeRefusal } from '@/lib/order/ship/revocable'
import { type SendError, send } from '@/lib/server/client'
import { useCancelWaybill } from '../waybill/use-cancel-waybill'
import classes from './order.module.css'
import { OrderWaybills, type Waybill } from './order-waybills'
import type { Order } from './record'
import { useMethods } from './use-methods'

const CorrectForm = dynamic(() => import('./correct-form'))
const PhoneForm = dynamic(() => import('./phone-form'))

export function Parcels({ order }: { order: Order }) {
  const { shipments, items, parcel_with } = order
  const t = useTranslations('sale')
  const format = useFormatter()
  const can = useCan()
  const act = useAction()
  const [corrected, setCorrected] = useState<Order['shipments'][number]>()
  const [revoked, setRevoked] = useState<number>()
  const [isWhole, setWhole] = useState(true)
  const [cancelsWaybill, setCancelsWaybill] = useState(true)
  const words = useTranslations('waybill')
  const mayOpen = useMayOpen()
  const cancel = useCancelWaybill()
  const methods = useMethods()
  const failureText = useFailureText()
  const reasons: Record<RevokeRefusal, string> = {
    collected: t('revoke.refusal.collected'),
    completed: t('revoke.refusal.completed'),
    reported: t('revoke.refusal.reported'),
    after_sale_open: t('revoke.refusal.after_sale_open'),
    refunded: t('revoke.refusal.refunded'),
  }
  const othersIn = (sid: number | undefined) => parcel_with.filter(({ shipment_id }) => shipment_id === sid)
  const explain = (error: SendError) => {
    const known = revokeRefusals.find((one) => one === error.problem?.reason)
    const text = known ? reasons[known] : failureText(error).text
    const order_no = error.problem?.order_no
    return typeof order_no === 'string' ? t('revoke.refusedFor', { no: order_no, reason: text }) : text
  }
  const together = othersIn(revoked)
  const waybills = useRead(
    mayOpen('/admin/waybill') && order.store === null
      ? async () => (await send('GET /cms/waybill', { query: { order_ids: String(order.id), size: 50 } })).items
      : undefined,
    order.updated_at,
  )
  const ofParcel = (sid: number | undefined) => {
    const parcel = shipments.find(({ id }) => id === sid)
    return waybills.value?.find(
      ({ state, delivery_id, tracking_no }) =>
        state === 'shipped' && delivery_id === parcel?.carrier && tracking_no === parcel.tracking_no,
    )
  }
  const revokedWaybill = can('waybill.cancel') ? ofParcel(revoked) : undefined
  /** Its version has changed with the parcel. */
  const cancelFreed = async ({ id }: Waybill) => cancel(await send('GET /cms/waybill/{id}', { params: { id } }))
  const names = new Map(items.map(({ id, name, spec_text }) => [id, [name, spec_text].filter(Boolean).join(' · ')]))
  return (
    <>
      {shipments.length === 0 && <p className={classes.hint}>{t('notShipped')}</p>}
      <ul className={classes.parcels}>
        {shipments.map((parcel) => {
          const refusal = revokeRefusal(order, parcel)
          const others = othersIn(parcel.id)
          return (
            <li key={parcel.id}>
              <span className={classes.parcel}>
                {parcel.carrier ? (
                  <DictionaryTag type="carrier" value={parcel.carrier} />
                ) : (
                  <Tag style="default">{methods[parcel.method]}</Tag>
                )}
                {parcel.tracking_no && <Copyable text={parcel.tracking_no} />}
                {parcel.corrected_at && <Tag style="info">{t('corrected')}</Tag>}
                {parcel.reported_at && <Tag style="success">{t('report.reported')}</Tag>}
                {parcel.revoked_at && <Tag style="danger">{t('revoked')}</Tag>}
                <small>
                  <Moment at={parcel.shipped_at} exact />
                </small>
              </span>
              {can('order.ship') && parcel.revoked_at === null && (
                <span className={classes.commands}>
                  {parcel.carrier !== null && parcel.corrected_at === null && (
                    <Button size="compact-xs" variant="subtle" onClick={() => setCorrected(parcel)}>
                      {t('correct.save')}
                    </Button>
                  )}
                  {refusal === null && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      color="red"
                      onClick={() => {
                        setWhole(true)
                        setCancelsWaybill(true)
                        setRevoked(parcel.id)
                      }}
                    >
                      {t('revoke.save')}
                    </Button>
                  )}
                </span>
              )}
              {can('order.ship') && parcel.revoked_at === null && refusal && (
                <p className={classes.hint}>{reasons[refusal]}</p>
              )}
              {parcel.tracking && parcel.revoked_at === null && (
                <ParcelNews
                  shipment_id={parcel.id}
                  tracking={parcel.tracking}
                  read={() => send('GET /cms/order/{id}/trace', { params: { id: order.id } })}
                />
              )}
              {parcel.untracked && parcel.revoked_at === null && <Untracked order={order} {...parcel.untracked} />}
              {others.length > 0 && (
                <p className={classes.hint}>
                  {t('parcelWith')}{' '}
                  {others.map(({ id, order_no }) => (
                    <span key={id} className={classes.other}>
                      <RecordAnchor resource="order" id={id}>
                        {order_no}
                      </RecordAnchor>
                    </span>
                  ))}
                </p>
              )}
              <ul className={classes.contents}>
                {parcel.items.map(({ order_item_id, count }) => (
                  <li key={order_item_id}>
                    {names.get(order_item_id)} × {count}
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
      {waybills.value && waybills.value.length > 0 && (
        <OrderWaybills waybills={waybills.value} onChange={waybills.reload} />
      )}
      <FormDrawer opened={corrected !== undefined} title={order.order_no} onClose={() => setCorrected(undefined)}>
        {(onClose) => corrected && <CorrectForm order={order} parcel={corrected} onClose={onClose} />}
      </FormDrawer>
      {revoked !== undefined && (
        <ConfirmDialog
          title={t('revoke.title')}
          confirmLabel={t('revoke.save')}
          cancelLabel={t('revoke.cancel')}
          onCancel={() => setRevoked(undefined)}
          onConfirm={() => {
            setRevoked(undefined)
            const params = { id: order.id, sid: revoked }
            const others = isWhole ? together.map(({ id, version }) => ({ id, version })) : []
            const body = { version: order.version, together: others }
            const waybill = cancelsWaybill ? revokedWaybill : undefined
            void act(() => send('POST /cms/order/{id}/shipment/{sid}/revoke', { params, body }), {
              success: t('revoke.done'),
              failure: t('revoke.failed'),
              explain,
            }).then(async (isRevoked) => {
              if (isRevoked && waybill)
                await act(() => cancelFreed(waybill), {
                  failure: words('notCanceledNow'),
                  explain: ({ detail, code }) => (code === 'provider_error' ? detail : undefined),
                })
              waybills.reload()
            })
          }}
        >
          {t('revoke.text')}
          {revokedWaybill && (
            <Checkbox
              mt="sm"
              checked={cancelsWaybill}
              onChange={({ currentTarget }) => setCancelsWaybill(currentTarget.checked)}
              label={words('cancelToo')}
            />
          )}
          {together.length > 0 && (
            <Checkbox
              mt="sm"
              checked={isWhole}
              onChange={({ currentTarget }) => setWhole(currentTarget.checked)}
              label={t('revoke.together', {
                count: together.length,
                orders: format.list(
                  together.map(({ order_no }) => order_no),
                  asList,
                ),
              })}
            />
          )}
        </ConfirmDialog>
      )}
    </>
  )
}

interface UntrackedProps {
  order: Order
  errcode: number
  errmsg: string
}

function Untracked({ order, errcode, errmsg }: UntrackedProps) {
  const t = useTranslations('tracking')
  const report = useTranslations('sale.report')
  const can = useCan()
  const [isCorrecting, setCorrecting] = useState(false)
  return (
    <p className={classes.hint}>
      {t('untracked', { reason: `${errcode} ${errmsg}` })}{' '}
      {can('order.ship') && (
        <Button size="compact-xs" variant="subtle" onClick={() => setCorrecting(true)}>
          {report('phoneCorrect')}
        </Button>
      )}
      <FormDrawer opened={isCorrecting} title={order.order_no} onClose={() => setCorrecting(false)}>
        {(onClose) => <PhoneForm order={order} onClose={onClose} />}
      </FormDrawer>
    </p>
  )
}
