import type { z } from 'zod'
import { amount, id, keeper, line, paidActions, paidOrder, paidTimeline, price } from '@/lib/order/cms-example'
import type { CmsOrder } from '@/lib/order/cms-schema'
import { order } from '@/lib/order/example'
import { partShippedOrder, shippedActions, shippedTimeline } from '@/lib/order/ship/cms-example'
import type {
  CancelInput,
  OrderChanges,
  OrderPricePreview,
  PriceChanges,
  RefundInput,
  RefundPreview,
} from './cms-schema'

export const refund = {
  items: [{ order_item_id: id, count: 1 }],
  reason_code: 'changed_mind',
  note: '顾客电话里说少要一罐',
  version: 3,
} satisfies z.input<typeof RefundInput>

export const refundPreview = {
  amount,
  items: [
    {
      id: order.id,
      order_no: order.order_no,
      version: 2,
      status: 'paid',
      reason: null,
      amount,
      items: [{ order_item_id: id, count: 2 }],
      freight_amount: 0,
    },
  ],
} satisfies z.input<typeof RefundPreview>

export const refundedOrder = {
  ...partShippedOrder,
  version: 4,
  items: [{ ...line, shipped_count: 1, refunded_count: 1, kept_count: 1, refunded_amount: price }],
  promised_amount: price,
  actions: shippedActions.map((one) =>
    one.action === 'ship' ? { action: 'ship' as const, allowed: false, reason: 'nothing_left' as const } : one,
  ),
  timeline: [
    ...shippedTimeline,
    {
      at: '2026-11-20T09:30:41.219Z',
      kind: 'refund',
      id: 3,
      action: 'opened',
      actor: keeper,
      amount: price,
      detail: 'R6C2E0D5A9F7B41C83D2E6A0B9F',
    },
  ],
  refunds: [
    {
      id: 3,
      refund_no: 'R6C2E0D5A9F7B41C83D2E6A0B9F',
      amount: price,
      freight_amount: 0,
      reason_code: 'changed_mind',
      note: '顾客电话里说少要一罐',
      status: 'processing',
      refusal_code: null,
      settles: true,
      created_at: '2026-11-20T09:30:41.219Z',
      succeeded_at: null,
      items: [{ order_item_id: id, count: 1, amount: price, restock_count: 1 }],
    },
  ],
} satisfies z.input<typeof CmsOrder>

export const cancellation = {
  reason_code: 'out_of_stock',
  note: '盘点后发现缺货，已电话告知顾客',
  version: 1,
} satisfies z.input<typeof CancelInput>

const cancelled_at = '2026-11-20T02:20:31.502Z'

export const cancelledOrder = {
  ...paidOrder,
  status: 'cancelled',
  version: 2,
  actions: paidActions.map((one) =>
    one.action === 'note' ? one : { ...one, allowed: false, reason: 'cancelled' as const },
  ),
  paid_amount: 0,
  payments: [],
  timeline: [
    ...paidTimeline.slice(0, 1),
    {
      at: cancelled_at,
      kind: 'log',
      id: 32,
      action: 'cancel',
      actor: keeper,
      amount: null,
      detail: `缺货：${cancellation.note}`,
    },
  ],
  paid_at: null,
  cancelled_at,
  cancel_reason: '缺货',
} satisfies z.input<typeof CmsOrder>

export const changes = {
  discount_amount: 600,
  version: 1,
} satisfies z.input<typeof OrderChanges>

const total_amount = amount - changes.discount_amount

export const repricedOrder = {
  ...paidOrder,
  status: 'unpaid',
  actions: paidActions.map((one) =>
    one.action === 'ship' || one.action === 'refund'
      ? { ...one, allowed: false, reason: 'unpaid' as const }
      : { ...one, allowed: true, reason: null },
  ),
  items: [{ ...line, discount_amount: changes.discount_amount, paid_amount: total_amount }],
  discount_amount: changes.discount_amount,
  total_amount,
  paid_amount: 0,
  payments: [],
  timeline: [
    ...paidTimeline.slice(0, 1),
    {
      at: '2026-11-20T02:18:10.455Z',
      kind: 'log',
      id: 32,
      action: 'reprice',
      actor: keeper,
      amount: null,
      detail: '¥256.00 → ¥250.00',
    },
  ],
  paid_at: null,
} satisfies z.input<typeof CmsOrder>

export const priceChanges = { discount_amount: changes.discount_amount } satisfies z.input<typeof PriceChanges>

export const pricePreview = {
  items: [{ order_item_id: line.id, regular_price: line.price }],
  items_amount: amount,
  freight_amount: 0,
  promotion_amount: 0,
  discount_amount: changes.discount_amount,
  total_amount,
  discounts: [],
} satisfies z.input<typeof OrderPricePreview>
