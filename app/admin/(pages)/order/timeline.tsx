'use client'

import { Timeline as MantineTimeline } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { Moment } from '@/components/moment'
import classes from './order.module.css'
import type { Order } from './record'

/** Everything that happened to an order, the newest first. */
export function Timeline({ entries }: { entries: Order['timeline'] }) {
  const t = useTranslations('sale.timeline')
  const format = useFormatter()
  const texts: Record<string, string> = {
    'log.place': t('log_place'),
    'log.reprice': t('log_reprice'),
    'log.readdress': t('log_readdress'),
    'log.ship': t('log_ship'),
    'log.complete': t('log_complete'),
    'log.cancel': t('log_cancel'),
    'log.expire': t('log_expire'),
    'log.revive': t('log_revive'),
    'log.refund': t('log_refund'),
    'log.printed': t('log_printed'),
    'payment.opened': t('payment_opened'),
    'payment.paid': t('payment_paid'),
    'shipment.shipped': t('shipment_shipped'),
    'shipment.corrected': t('shipment_corrected'),
    'shipment.revoked': t('shipment_revoked'),
    'report.reported': t('report_reported'),
    'refund.opened': t('refund_opened'),
    'refund.succeeded': t('refund_succeeded'),
    'case.request': t('case_request'),
    'case.approve': t('case_approve'),
    'case.approve_return': t('case_approve_return'),
    'case.reject': t('case_reject'),
    'case.withdraw': t('case_withdraw'),
    'case.return': t('case_return'),
    'case.lapse': t('case_lapse'),
    'case.receive': t('case_receive'),
    'case.refuse': t('case_refuse'),
    'case.dispute': t('case_dispute'),
    'case.grant': t('case_grant'),
    'case.deny': t('case_deny'),
    'case.finish': t('case_finish'),
    'case.fail': t('case_fail'),
    'note.noted': t('note_noted'),
  }
  // The payment that was received says it already.
  const shown = entries.filter(({ kind, action }) => !(kind === 'log' && action === 'pay'))
  return (
    <MantineTimeline bulletSize={12} lineWidth={2} className={classes.timeline}>
      {shown.toReversed().map(({ at, kind, id, action, actor, amount, detail }) => (
        <MantineTimeline.Item
          key={`${kind} ${id} ${action}`}
          title={[texts[`${kind}.${action}`], amount !== null && format.number(amount / 100, 'price')]
            .filter(Boolean)
            .join(' · ')}
        >
          {detail && <span className={classes.words}>{detail}</span>}
          <small className={classes.hint}>
            {actor?.name ?? t('system')} · <Moment at={at} />
          </small>
        </MantineTimeline.Item>
      ))}
    </MantineTimeline>
  )
}
