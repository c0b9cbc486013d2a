import type { z } from 'zod'
import { repricedOrder } from '@/lib/order/change/cms-example'
import {
  amount,
  count,
  id,
  image_url,
  keeper,
  line,
  name,
  paid_at,
  paidOrder,
  paidTimeline,
  price,
  skuCodes,
  spec_text,
} from '@/lib/order/cms-example'
import type { CmsOrder } from '@/lib/order/cms-schema'
import { order } from '@/lib/order/example'
import type { CmsOrderPage, NoteInput, PackingLists, StaffOrderInput, StaffOrderPreview } from './cms-schema'

export const orderRow = {
  id: paidOrder.id,
  order_no: paidOrder.order_no,
  version: 3,
  status: 'paid',
  fulfilment: 'none',
  customer: paidOrder.customer,
  items: [{ id, ...skuCodes, name, spec_text, image_url, count }],
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
  external_id: null,
  tags: ['加急'],
  updated_at: '2026-11-20T02:21:09.310Z',
} satisfies z.input<typeof CmsOrderPage>['items'][number]

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

export const placedByStaff = {
  ...repricedOrder,
  items: [line],
  discount_amount: 0,
  total_amount: amount,
  timeline: paidTimeline.slice(0, 1),
} satisfies z.input<typeof CmsOrder>

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
      sku_id: line.sku_id,
      ...skuCodes,
      name: line.name,
      spec_text: line.spec_text,
      count: line.count,
      price: line.price,
      regular_price: line.price,
      amount,
    },
  ],
  items_amount: amount,
  freight_amount: 0,
  promotion_amount: 0,
  discount_amount: 0,
  discounts: [],
  coupons: [],
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
  items: [{ id, name, spec_text, ...skuCodes, price, count, amount, shipped_count: 0, left_count: count }],
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
