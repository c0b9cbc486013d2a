'use client'

import { Alert, Button } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { isFailedRefund } from '@/lib/payment/failed'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import type { Order } from './record'

/** Refused or failed at the payment provider. */
export function FailedRefunds({ order: { id, refunds } }: { order: Order }) {
  const t = useTranslations('sale')
  const format = useFormatter()
  const can = useCan()
  const act = useAction()
  const textOf = ({ status, refusal_code }: Order['refunds'][number]) => {
    if (status !== 'refused') return t('failed.text')
    const code = refusal_code ?? ''
    return code === 'USER_ACCOUNT_ABNORMAL' ? t('failed.refusedAccount', { code }) : t('failed.refusedText', { code })
  }
  return refunds
    .filter(({ status }) => isFailedRefund(status))
    .map((refund) => {
      const params = { id, rid: refund.id }
      const amount = format.number(refund.amount / 100, 'price')
      return (
        <Alert
          key={refund.id}
          color="red"
          variant="light"
          className={classes.failed}
          title={refund.status === 'refused' ? t('failed.refusedTitle', { amount }) : t('failed.title', { amount })}
        >
          <p>{textOf(refund)}</p>
          {!refund.settles && <p>{t('failed.mustReturn')}</p>}
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
              {refund.settles && (
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
              )}
            </div>
          )}
        </Alert>
      )
    })
}
