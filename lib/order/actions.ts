import type { ActionRefusal, OrderStatus, StaffAction } from '@/db/enums'
import { staffActions } from '@/db/enums'
import { openCaseProblem } from '@/lib/after_sale/status'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { type Counts, leftOf } from '@/lib/order/ship/pieces'
import { askedAddressProblem, maxParcels } from '@/lib/order/ship/ship'
import { isRefundLimitReached } from '@/lib/payment/refund'
import type { Line } from './lines'
import { refundable } from './status'

/** Amounts in fen. */
interface Judged {
  status: OrderStatus
  /** null: the order is shipped. */
  store_id: number | null
  asked_receiver: unknown
  paid_amount: number
  promised_amount: number
  items: (Counts & Pick<Line, 'id' | 'open_case_id' | 'refunded_count'>)[]
}

const unshipped = ({ status, items }: Judged): ActionRefusal | null => {
  if (status !== 'paid') return status
  return items.some((line) => line.shipped_count > 0) ? 'part_shipped' : null
}

const withPiecesLeft = ({ items }: Pick<Judged, 'items'>): ActionRefusal | null =>
  items.some((line) => leftOf(line) > 0) ? null : 'nothing_left'

/** Pieces in an open case can be neither shipped nor refunded outside of the case. */
const withoutCases = (lines: Judged['items']): ActionRefusal | null =>
  lines.some((line) => line.open_case_id === null) ? null : 'after_sale_open'

const withPiecesToShip = ({ items, asked_receiver }: Judged): ActionRefusal | null =>
  withPiecesLeft({ items }) ??
  (asked_receiver === null ? null : 'address_asked') ??
  withoutCases(items.filter((line) => leftOf(line) > 0))

const withMoneyLeft = ({ paid_amount, promised_amount }: Judged): ActionRefusal | null =>
  promised_amount < paid_amount ? null : 'nothing_left'

const withoutAnyCase = ({ items }: Judged): ActionRefusal | null =>
  items.some((line) => line.open_case_id !== null) ? 'after_sale_open' : null

/** Any open case blocks a refund of freight alone, because a case can include freight. */
const withRefundFree = (order: Judged): ActionRefusal | null => {
  const lines = order.items.filter((line) => line.refunded_count < line.count)
  return lines.length > 0 ? withoutCases(lines) : withoutAnyCase(order)
}

const collectable = (order: Judged): ActionRefusal | null => {
  if (order.store_id === null) return 'express'
  return order.status === 'paid' ? (withoutAnyCase(order) ?? withPiecesLeft(order)) : order.status
}

/** The reason why the state of an order does not allow the action; null: allowed. */
const rules: Record<StaffAction, (order: Judged) => ActionRefusal | null> = {
  note: () => null,
  reprice: ({ status }) => (status === 'unpaid' ? null : status),
  readdress: (order) => (order.status === 'unpaid' ? null : unshipped(order)),
  ship: (order) =>
    order.store_id === null ? (order.status === 'paid' ? withPiecesToShip(order) : order.status) : 'pickup',
  ready: collectable,
  collect: collectable,
  cancel: (order) =>
    order.status === 'unpaid'
      ? null
      : (unshipped(order) ?? withPiecesLeft(order) ?? withMoneyLeft(order) ?? withoutAnyCase(order)),
  refund: (order) =>
    refundable.includes(order.status) ? (withMoneyLeft(order) ?? withRefundFree(order)) : order.status,
}

export const refusalOf = (action: StaffAction, order: Judged) => rules[action](order)

/** Throws 409 `order_state`, `after_sale_open` or `address_asked`. */
export function requirePossible(action: StaffAction, order: Judged): void {
  const reason = refusalOf(action, order)
  if (reason === null) return
  if (reason === 'after_sale_open') throw openCaseProblem(order.items.find(({ open_case_id }) => open_case_id !== null))
  if (reason === 'address_asked') throw askedAddressProblem()
  const why: Partial<Record<ActionRefusal, string>> = {
    part_shipped: 'a part of it was shipped',
    nothing_left: 'everything that was paid is being paid back',
    pickup: 'it is collected at a store',
    express: 'it is sent to an address',
  }
  const detail = why[reason] ?? `it is ${reason}`
  throw problem('order_state', {
    detail: `The order does not allow ${action}: ${detail}.`,
    members: { state: order.status, ...(reason !== order.status && { reason }) },
  })
}

/** Canceling a paid order also requires the permission for refunds. */
function codesOf(action: StaffAction, status: OrderStatus): PermissionCode[] {
  if (action === 'ready' || action === 'collect') return ['cms.order.collect']
  if (action === 'note' || action === 'ship' || action === 'refund') return [`cms.order.${action}`]
  if (action !== 'cancel') return ['cms.order.update']
  return ['cms.order.cancel', ...(status === 'paid' ? ['cms.order.refund' as const] : [])]
}

interface Limits {
  shipments: { revoked_at: unknown }[]
  /** `is_over`: the payment is too old for a refund by the provider. */
  settling: { refunds: number; is_over: boolean } | null
}

function isLimitReached(action: StaffAction, { status, shipments, settling }: Judged & Limits): boolean {
  if (action === 'ship') return shipments.filter(({ revoked_at }) => revoked_at === null).length >= maxParcels
  const isRefund = action === 'refund' || (action === 'cancel' && status === 'paid')
  return isRefund && settling !== null && isRefundLimitReached(settling)
}

/** `reason`: why the action is not allowed. */
export const staffActionsOf = (order: Judged & Limits, caller: Caller) =>
  staffActions.map((action) => {
    const lacks = codesOf(action, order.status).some((code) => !holds(caller, code))
    const limit = isLimitReached(action, order) ? 'limit_reached' : null
    const reason: ActionRefusal | null = lacks ? 'forbidden' : (rules[action](order) ?? limit)
    return { action, allowed: reason === null, reason }
  })
