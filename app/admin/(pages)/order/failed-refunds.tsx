'use client'

import { Alert, Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useCan } from '@/components/shell/admin-context'
import { useAction } from '@/components/shell/use-action'
import { send } from '@/lib/api/client'
import classes from './order.module.css'
import type { Order } from './record'

/** The refunds that the payment provider has not paid, each until staff have decided about it. */
export function FailedRefunds({ order: { id, refunds } }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const can = useCan()
  const act = useAction()
  return refunds
    .filter(({ status }) => status === 'abnormal')
    .map((refund) => {
      const params = { id, rid: refund.id }
      return (
        <Alert
          key={refund.id}
          color="red"
          variant="light"
          className={classes.failed}
          title={t('failed.title', { amount: format.number(refund.amount / 100, 'price') })}
        >
          <p>{t('failed.text')}</p>
          {can('order.refund') && (
            <div className={classes.commands}>
              <Button
                size="xs"
                onClick={() =>
                  void act(() => send('POST /cms/order/{id}/refund/{rid}/retry', { params }), {
                    success: t('failed.retried'),
                    failure: t('failed.notRetried'),
                  })
                }
              >
                {t('action.retry')}
              </Button>
              <Button
                size="xs"
                variant="default"
                onClick={() =>
                  void act(() => send('POST /cms/order/{id}/refund/{rid}/close', { params }), {
                    success: t('failed.closed'),
                    failure: t('failed.notClosed'),
                  })
                }
              >
                {t('action.close')}
              </Button>
            </div>
          )}
        </Alert>
      )
    })
}
