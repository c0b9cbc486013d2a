'use client'

import { Anchor } from '@mantine/core'
import Link from 'next/link'
import { useFormatter, useTranslations } from 'next-intl'
import { History } from '@/components/shell/history'
import { recordPath } from '@/lib/admin/record-path'
import { useCaseActions } from '../use-case-actions'
import type { Cases, Order } from './record'

/** Everything that happened to an order, the newest first. */
export function Timeline({ entries, cases }: { entries: Order['timeline']; cases: Cases }) {
  const t = useTranslations('sale.timeline')
  const format = useFormatter()
  const caseTexts: Record<string, string> = useCaseActions()
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
    'note.noted': t('note_noted'),
  }
  // The payment that was received says it already.
  const shown = entries.filter(({ kind, action }) => !(kind === 'log' && action === 'pay'))
  return (
    <History
      entries={shown.toReversed().map(({ at, kind, id, action, actor, amount, detail }) => ({
        key: `${kind} ${id} ${action}`,
        title: [
          kind === 'case' ? caseTexts[action] : texts[`${kind}.${action}`],
          amount !== null && format.number(amount / 100, 'price'),
        ]
          .filter(Boolean)
          .join(' · '),
        detail: kind === 'case' ? <CaseDetail detail={detail} cases={cases} /> : detail,
        actor: actor?.name ?? t('system'),
        at,
      }))}
    />
  )
}

/** The number of a case, and what was said about it. */
function CaseDetail({ detail, cases }: { detail: string; cases: Cases }) {
  const found = cases.find(({ no }) => detail === no || detail.startsWith(`${no} `))
  if (!found) return detail
  return (
    <>
      <Anchor component={Link} href={recordPath('after_sale', found.id)} inherit>
        {found.no}
      </Anchor>
      {detail.slice(found.no.length)}
    </>
  )
}
