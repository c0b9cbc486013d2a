import type { z } from 'zod'
import { store as storeExample } from '@/lib/store/example'
import type {
  CancelInput,
  CmsOrder,
  CmsOrderPage,
  CorrectInput,
  NoteInput,
  OrderChanges,
  OrderPricePreview,
  PackingLists,
  PhoneInput,
  PickupOrder,
  PriceChanges,
  RefundInput,
  RefundPreview,
  ShipInput,
  StaffOrderInput,
  StaffOrderPreview,
} from './cms-schema'
import { order, orderItem } from './example'

const paid_at = '2026-11-20T02:21:40.003Z'
const shipped_at = '2026-11-20T09:05:12.750Z'
const { id, product_id, sku_id, name, spec_text, image_url, price, count, amount } = orderItem

const line = {
  id,
  product_id,
  sku_id,
  name,
  spec_text,
  image_url,
  price,
  count,
  amount,
  discount_amount: 0,
  paid_amount: amount,
  shipped_count: 0,
  refunded_count: 0,
  kept_count: 0,
  refunded_amount: 0,
  open_case_id: null,
}

const keeper = { id: 3, name: '周明' }

type Actions = z.input<typeof CmsOrder>['actions']

const paidActions = [
  { action: 'note', allowed: true, reason: null },
  { action: 'reprice', allowed: false, reason: 'paid' },
  { action: 'readdress', allowed: true, reason: null },
  { action: 'ship', allowed: true, reason: null },
  { action: 'ready', allowed: false, reason: 'express' },
  { action: 'collect', allowed: false, reason: 'express' },
  { action: 'cancel', allowed: false, reason: 'forbidden' },
  { action: 'refund', allowed: true, reason: null },
] satisfies Actions

const paidTimeline = [
  {
    at: order.created_at,
    kind: 'log',
    id: 31,
    action: 'place',
    actor: { id: 7, name: '林晚' },
    amount: null,
    detail: '',
  },
  {
    at: '2026-11-20T02:21:02.418Z',
    kind: 'payment',
    id: 12,
    action: 'opened',
    actor: { id: 7, name: '林晚' },
    amount,
    detail: 'P0123456789ABCDEF0123456789',
  },
  { at: paid_at, kind: 'payment', id: 12, action: 'paid', actor: null, amount, detail: 'P0123456789ABCDEF0123456789' },
  { at: paid_at, kind: 'log', id: 32, action: 'pay', actor: null, amount: null, detail: '' },
] satisfies z.input<typeof CmsOrder>['timeline']

export const paidOrder = {
  id: order.id,
  order_no: order.order_no,
  user_id: 7,
  customer: { id: 7, nickname: '林晚', username: null, mobile: null, avatar_url: null },
  status: 'paid',
  fulfilment: 'none',
  version: 2,
  actions: paidActions,
  items: [line],
  items_amount: amount,
  freight_amount: 0,
  discount_amount: 0,
  promotion_amount: 0,
  discounts: [],
  freight_detail: [{ template_id: 1, name: '统一运费', sku_ids: [2], amount: 0, free: 'amount' }],
  total_amount: amount,
  paid_amount: amount,
  refunded_amount: 0,
  promised_amount: 0,
  promised_freight: 0,
  remark: order.remark,
  placed_by: null,
  store: null,
  pickup: null,
  receiver: order.receiver,
  asked_receiver: null,
  shipments: [],
  report: null,
  payments: [
    {
      id: 12,
      payment_no: 'P0123456789ABCDEF0123456789',
      status: 'paid',
      amount,
      settles: true,
      transaction_id: '4200002026112000014207',
      created_at: '2026-11-20T02:21:02.418Z',
      paid_at,
    },
  ],
  refunds: [],
  ships_with: [],
  pinned_notes: [],
  timeline: paidTimeline,
  created_at: order.created_at,
  expires_at: order.expires_at,
  paid_at,
  shipped_at: null,
  completed_at: null,
  cancelled_at: null,
  cancel_reason: null,
} satisfies z.input<typeof CmsOrder>

export const orderRow = {
  id: paidOrder.id,
  order_no: paidOrder.order_no,
  version: 3,
  status: 'paid',
  fulfilment: 'none',
  customer: paidOrder.customer,
  items: [{ id, name, spec_text, image_url, count }],
  line_count: 1,
  piece_count: count,
  refunded_count: 0,
  total_amount: amount,
  paid_amount: amount,
  refunded_amount: 0,
  promised_amount: 0,
  is_held_back: false,
  remark: paidOrder.remark,
  store: null,
  ready_at: null,
  receiver: paidOrder.receiver,
  is_address_asked: false,
  ships_with_count: 0,
  created_at: paidOrder.created_at,
  paid_at,
  shipped_at: null,
} satisfies z.input<typeof CmsOrderPage>['items'][number]

const store = { id: storeExample.id, name: storeExample.name }
const ready_at = '2026-11-20T03:40:18.205Z'
const collected_at = '2026-11-20T10:12:55.640Z'
const { province, city, district, detail } = storeExample
const contact = { name: order.receiver.name, mobile: order.receiver.mobile }

export const pickupOrder = {
  id: paidOrder.id,
  order_no: paidOrder.order_no,
  version: 3,
  store,
  contact,
  remark: '',
  pinned_notes: [],
  paid_at,
  ready_at,
  refusal: null,
  items: [{ id, name, spec_text, image_url, count, left_count: count }],
} satisfies z.input<typeof PickupOrder>

const pickupActions = (action: 'allowed' | 'completed') =>
  paidActions.map((one) => {
    if (one.action === 'ship') return { action: one.action, allowed: false, reason: 'pickup' as const }
    if (one.action !== 'ready' && one.action !== 'collect') return one
    return action === 'allowed'
      ? { action: one.action, allowed: true, reason: null }
      : { action: one.action, allowed: false, reason: 'completed' as const }
  }) satisfies Actions

const readyTimeline = [
  ...paidTimeline,
  { at: ready_at, kind: 'pickup', id: paidOrder.id, action: 'ready', actor: keeper, amount: null, detail: '' },
] satisfies z.input<typeof CmsOrder>['timeline']

export const readyOrder = {
  ...paidOrder,
  version: 3,
  actions: pickupActions('allowed'),
  store,
  pickup: { ready_at, ready_by: keeper, collected_at: null, collected_by: null },
  receiver: { ...contact, province, city, district, detail, postal_code: null },
  timeline: readyTimeline,
} satisfies z.input<typeof CmsOrder>

export const collectedOrder = {
  ...readyOrder,
  status: 'completed',
  fulfilment: 'all',
  version: 5,
  actions: pickupActions('completed'),
  items: [{ ...line, shipped_count: count }],
  pickup: { ...readyOrder.pickup, collected_at, collected_by: keeper },
  shipments: [
    {
      id: 4,
      method: 'pickup',
      carrier: null,
      tracking_no: null,
      shipped_at: collected_at,
      corrected_at: null,
      revoked_at: null,
      tried_at: null,
      reported_at: null,
      items: [{ order_item_id: id, count }],
    },
  ],
  timeline: [
    ...readyTimeline,
    { at: collected_at, kind: 'log', id: 33, action: 'ship', actor: keeper, amount: null, detail: '' },
    { at: collected_at, kind: 'log', id: 34, action: 'complete', actor: keeper, amount: null, detail: '' },
    { at: collected_at, kind: 'shipment', id: 4, action: 'shipped', actor: keeper, amount: null, detail: '' },
    {
      at: collected_at,
      kind: 'pickup',
      id: paidOrder.id,
      action: 'collected',
      actor: keeper,
      amount: null,
      detail: '',
    },
  ],
  shipped_at: collected_at,
  completed_at: collected_at,
} satisfies z.input<typeof CmsOrder>

export const note = { text: '顾客来电：请在周六送达', pinned: true } satisfies z.input<typeof NoteInput>

const noted_at = '2026-11-20T03:10:26.084Z'

export const notedOrder = {
  ...paidOrder,
  pinned_notes: [{ id: 2, text: note.text, actor: keeper, created_at: noted_at }],
  timeline: [
    ...paidTimeline,
    { at: noted_at, kind: 'note', id: 2, action: 'noted', actor: keeper, amount: null, detail: note.text },
  ],
} satisfies z.input<typeof CmsOrder>

export const parcel = {
  method: 'express',
  carrier: 'SF',
  tracking_no: 'SF1380000123456',
  items: [{ order_item_id: id, count: 1 }],
  version: 2,
} satisfies z.input<typeof ShipInput>

const shippedActions = [
  { action: 'note', allowed: true, reason: null },
  { action: 'reprice', allowed: false, reason: 'paid' },
  { action: 'readdress', allowed: false, reason: 'part_shipped' },
  { action: 'ship', allowed: true, reason: null },
  { action: 'ready', allowed: false, reason: 'express' },
  { action: 'collect', allowed: false, reason: 'express' },
  { action: 'cancel', allowed: false, reason: 'part_shipped' },
  { action: 'refund', allowed: true, reason: null },
] satisfies Actions

const shippedTimeline = [
  ...paidTimeline,
  { at: shipped_at, kind: 'log', id: 33, action: 'ship', actor: keeper, amount: null, detail: '' },
  {
    at: shipped_at,
    kind: 'shipment',
    id: 4,
    action: 'shipped',
    actor: keeper,
    amount: null,
    detail: 'SF SF1380000123456',
  },
] satisfies z.input<typeof CmsOrder>['timeline']

const waitingReport = {
  status: 'waiting',
  next_try_at: shipped_at,
  errcode: null,
  errmsg: null,
  corrected_at: null,
  order_state: null,
  settled_at: null,
} satisfies z.input<typeof CmsOrder>['report']

export const partShippedOrder = {
  ...paidOrder,
  fulfilment: 'part',
  version: 3,
  actions: shippedActions,
  timeline: shippedTimeline,
  items: [{ ...line, shipped_count: 1 }],
  shipments: [
    {
      id: 4,
      method: 'express',
      carrier: 'SF',
      tracking_no: 'SF1380000123456',
      shipped_at,
      corrected_at: null,
      revoked_at: null,
      tried_at: null,
      reported_at: null,
      items: [{ order_item_id: id, count: 1 }],
    },
  ],
  report: waitingReport,
} satisfies z.input<typeof CmsOrder>

export const correction = {
  carrier: 'ZTO',
  tracking_no: '73600820519042',
  version: 3,
} satisfies z.input<typeof CorrectInput>

export const phone = { mobile: '13800001235', version: 3 } satisfies z.input<typeof PhoneInput>

const corrected_at = '2026-11-20T09:12:08.331Z'

export const correctedOrder = {
  ...partShippedOrder,
  version: 4,
  shipments: partShippedOrder.shipments.map((one) => ({
    ...one,
    carrier: correction.carrier,
    tracking_no: correction.tracking_no,
    corrected_at,
  })),
  timeline: [
    ...shippedTimeline,
    {
      at: corrected_at,
      kind: 'shipment',
      id: 4,
      action: 'corrected',
      actor: keeper,
      amount: null,
      detail: 'ZTO 73600820519042',
    },
  ],
} satisfies z.input<typeof CmsOrder>

const revoked_at = '2026-11-20T09:20:55.617Z'

export const revokedOrder = {
  ...partShippedOrder,
  fulfilment: 'none',
  version: 4,
  actions: paidActions,
  items: [line],
  shipments: partShippedOrder.shipments.map((one) => ({ ...one, revoked_at })),
  timeline: [
    ...shippedTimeline,
    {
      at: revoked_at,
      kind: 'shipment',
      id: 4,
      action: 'revoked',
      actor: keeper,
      amount: null,
      detail: 'SF SF1380000123456',
    },
  ],
} satisfies z.input<typeof CmsOrder>

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
      ...{ id: order.id, order_no: order.order_no, version: 2, status: 'paid', reason: null, amount },
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

export const placedByStaff = {
  ...repricedOrder,
  ...{ items: [line], discount_amount: 0, total_amount: amount, timeline: paidTimeline.slice(0, 1) },
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

export const staffOrder = {
  user_id: 7,
  items: [{ sku_id: line.sku_id, count: line.count }],
  receiver: order.receiver,
  customer_note: order.remark,
  expected_amount: amount,
} satisfies z.input<typeof StaffOrderInput>

export const staffOrderPreview = {
  items: [
    {
      ...{ sku_id: line.sku_id, name: line.name, spec_text: line.spec_text, count: line.count },
      ...{ price: line.price, regular_price: line.price, amount },
    },
  ],
  items_amount: amount,
  freight_amount: 0,
  promotion_amount: 0,
  discount_amount: 0,
  total_amount: amount,
  regular_amount: amount,
  shortages: [],
  undeliverable: [],
} satisfies z.input<typeof StaffOrderPreview>

const packed = {
  id: order.id,
  order_no: order.order_no,
  status: 'paid',
  created_at: order.created_at,
  paid_at,
  store: null,
  receiver: order.receiver,
  remark: order.remark,
  notes: ['送样品一份'],
  ships_with: [],
  items: [{ id, name, spec_text, sku_no: 'CJLJ-50', price, count, amount, shipped_count: 0, left_count: count }],
  items_amount: amount,
  freight_amount: 0,
  discount_amount: 0,
  total_amount: amount,
  prints: 0,
  printed: null,
} satisfies z.input<typeof PackingLists>['items'][number]

const shop = { name: '檐下', phone: '0571-88001234' }
export const packingLists = { shop, items: [packed] }
export const printedLists = {
  shop,
  items: [{ ...packed, prints: 1, printed: { at: '2026-11-20T08:40:00.000Z', by: keeper } }],
}

/** An example order whose report was refused by the platform and waits to be sent again. */
export const reportingOrder = {
  ...partShippedOrder,
  report: { ...waitingReport, errcode: 10060031, errmsg: '支付单不属于该用户' },
} satisfies z.input<typeof CmsOrder>
