'use client'

import { useFormatter, useTranslations } from 'next-intl'
import { History } from '@/components/admin/frame/history'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { useCaseActions } from '../use-case-actions'
import type { Cases, Order } from './record'
import { useMethods } from './use-methods'
import { useRefundReason } from './use-refund-reason'

type Entry = Order['timeline'][number]

/** Left out: entries made from payments, parcels and refunds tell the same events. */
const told = ['log.pay', 'log.ship', 'log.unship', 'log.refund', 'report.reported']

/** Newest first, each event once. */
export function Timeline({ order, cases }: { order: Order; cases: Cases }) {
  const t = useTranslations('sale.timeline')
  const format = useFormatter()
  const reasonOf = useRefundReason()
  const caseTexts: Record<string, string> = useCaseActions()
  const texts: Record<string, string> = {
    'log.place': t('log_place'),
    'log.reprice': t('log_reprice'),
    'log.readdress': t('log_readdress'),
    'log.ask_readdress': t('log_ask_readdress'),
    'log.withdraw_readdress': t('log_withdraw_readdress'),
    'log.refuse_readdress': t('log_refuse_readdress'),
    'log.complete': t('log_complete'),
    'log.cancel': t('log_cancel'),
    'log.expire': t('log_expire'),
    'log.revive': t('log_revive'),
    'log.printed': t('log_printed'),
    'payment.opened': t('payment_opened'),
    'payment.paid': t('payment_paid'),
    'shipment.shipped': t('shipment_shipped'),
    'shipment.corrected': t('shipment_corrected'),
    'shipment.revoked': t('shipment_revoked'),
    'refund.opened': t('refund_opened'),
    'refund.succeeded': t('refund_succeeded'),
    'pickup.ready': t('pickup_ready'),
    'pickup.collected': t('pickup_collected'),
    'note.noted': t('note_noted'),
  }
  // Of an order to collect, the entry about handing it over tells of its shipment.
  const hidden = order.store ? [...told, 'shipment.shipped'] : told
  const shown = order.timeline.filter(({ kind, action }) => !hidden.includes(`${kind}.${action}`))
  const detailOf = (entry: Entry) => {
    const { kind, detail } = entry
    if (kind === 'payment') return t('paymentNo', { no: detail })
    if (kind === 'refund') {
      const refund = entry.action === 'opened' ? order.refunds.find(({ id }) => id === entry.id) : undefined
      return [t('refundNo', { no: detail }), refund && reasonOf(refund)].filter(Boolean).join('\n')
    }
    if (kind === 'shipment') return <Parcel entry={entry} order={order} />
    return kind === 'case' ? <CaseDetail detail={detail} cases={cases} /> : detail
  }
  return (
    <History
      entries={shown.toReversed().map((entry) => {
        const { at, kind, id, action, actor, amount } = entry
        return {
          key: `${kind} ${id} ${action}`,
          title: [
            kind === 'case' ? caseTexts[action] : texts[`${kind}.${action}`],
            amount !== null && format.number(amount / 100, 'price'),
          ]
            .filter(Boolean)
            .join(' · '),
          detail: detailOf(entry),
          actor: actor?.name ?? t('system'),
          at,
        }
      })}
    />
  )
}

/** With the time of the report to the platform. */
function Parcel({ entry: { id, action, detail }, order }: { entry: Entry; order: Order }) {
  const t = useTranslations('sale.timeline')
  const methods = useMethods()
  const parcel = order.shipments.find((one) => one.id === id)
  if (!parcel) return detail
  const { method, carrier, tracking_no, reported_at } = parcel
  return (
    <>
      {carrier === null ? methods[method] : <DictionaryTag type="carrier" value={carrier} />} {tracking_no}
      {action === 'shipped' && reported_at !== null && (
        <>
          {'\n'}
          {t.rich('reported', { at: () => <Moment at={reported_at} exact /> })}
        </>
      )}
    </>
  )
}

/** The case number is a link. */
function CaseDetail({ detail, cases }: { detail: string; cases: Cases }) {
  const found = cases.find(({ no }) => detail === no || detail.startsWith(`${no} `))
  if (!found) return detail
  return (
    <>
      <RecordAnchor resource="after_sale" id={found.id}>
        {found.no}
      </RecordAnchor>
      {detail.slice(found.no.length)}
    </>
  )
}
