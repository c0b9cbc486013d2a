'use client'

import { Alert, Button } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { FormDrawer } from '@/components/admin/resource-form/form-drawer'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import { carrierWithPhone } from '@/lib/shipping_report/next'
import classes from './order.module.css'
import type { Order } from './record'

const PhoneForm = dynamic(() => import('./phone-form'))

/** The platform keeps the money until the report is accepted. */
export function RefusedReport({ order }: { order: Order }) {
  const { id, order_no, report, shipments } = order
  const t = useTranslations('sale.report')
  const can = useCan()
  const act = useAction()
  const [isCorrecting, setCorrecting] = useState(false)
  if (report?.status !== 'refused') return null
  const reason = [report.errcode, report.errmsg].filter(Boolean).join(' ')
  return (
    <Alert color="red" variant="light" className={classes.failed} title={t('refused')}>
      <p>{t('refusedText')}</p>
      {reason && <p className={classes.words}>{t('reason', { reason })}</p>}
      {can('order.ship') && (
        <div className={classes.commands}>
          <Button
            size="xs"
            onClick={() =>
              void act(() => send('POST /cms/order/{id}/report', { params: { id } }), {
                success: t('again'),
                failure: t('notAgain'),
              })
            }
          >
            {t('retry')}
          </Button>
          {shipments.some(isWithPhone) && (
            <Button size="xs" variant="default" onClick={() => setCorrecting(true)}>
              {t('phoneCorrect')}
            </Button>
          )}
        </div>
      )}
      <FormDrawer opened={isCorrecting} title={order_no} onClose={() => setCorrecting(false)}>
        {(onClose) => <PhoneForm order={order} onClose={onClose} />}
      </FormDrawer>
    </Alert>
  )
}

/** Whether the parcel's report has the phone number; false for revoked and reported parcels. */
const isWithPhone = ({ carrier, revoked_at, reported_at }: Order['shipments'][number]) =>
  carrier === carrierWithPhone && revoked_at === null && reported_at === null
