'use client'

import { Alert, Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import type { Order } from './record'

/** A warning that the platform refused the shipping report, and keeps the money until the report is accepted. */
export function RefusedReport({ order: { id, report } }: { order: Order }) {
  const t = useTranslations('sale.report')
  const can = useCan()
  const act = useAction()
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
        </div>
      )}
    </Alert>
  )
}
