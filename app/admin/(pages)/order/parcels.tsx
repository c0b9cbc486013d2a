'use client'

import { Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Copyable } from '@/components/ui/copyable'
import { Moment } from '@/components/ui/moment'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import type { Order } from './record'
import { useMethods } from './use-methods'

const CorrectForm = dynamic(() => import('./correct-form'))

export function Parcels({ order }: { order: Order }) {
  const { shipments, items } = order
  const t = useTranslations('sale')
  const can = useCan()
  const act = useAction()
  const [corrected, setCorrected] = useState<Order['shipments'][number]>()
  const [revoked, setRevoked] = useState<number>()
  const methods = useMethods()
  if (shipments.length === 0) return <p className={classes.hint}>{t('notShipped')}</p>
  const names = new Map(items.map(({ id, name, spec_text }) => [id, [name, spec_text].filter(Boolean).join(' · ')]))
  return (
    <>
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
                {(order.status === 'paid' || order.status === 'shipped') && parcel.tried_at === null && (
                  <Button size="compact-xs" variant="subtle" color="red" onClick={() => setRevoked(parcel.id)}>
                    {t('revoke.save')}
                  </Button>
                )}
              </span>
            )}
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
            const body = { version: order.version }
            void act(() => send('POST /cms/order/{id}/shipment/{sid}/revoke', { params, body }), {
              success: t('revoke.done'),
              failure: t('revoke.failed'),
            })
          }}
        >
          {t('revoke.text')}
        </ConfirmDialog>
      )}
    </>
  )
}
