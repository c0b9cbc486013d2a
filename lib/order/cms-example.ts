import type { z } from 'zod'
import { store as storeExample } from '@/lib/store/example'
import type { CmsOrder } from './cms-schema'
import { order, orderItem } from './example'

export const paid_at = '2026-11-20T02:21:40.003Z'

export const shipped_at = '2026-11-20T09:05:12.750Z'

const { product_id, sku_id } = orderItem
export const skuCodes = { sku_no: orderItem.sku_no, barcode: orderItem.barcode }
export const { id, name, spec_text, image_url, price, count, amount } = orderItem

export const line = {
  id,
  product_id,
  sku_id,
  ...skuCodes,
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
  deal_pieces: 0,
  open_case_id: null,
}

export const keeper = { id: 3, name: '周明' }

export type Actions = z.input<typeof CmsOrder>['actions']

export const paidActions = [
  { action: 'note', allowed: true, reason: null },
  { action: 'reprice', allowed: false, reason: 'paid' },
  { action: 'readdress', allowed: true, reason: null },
  { action: 'ship', allowed: true, reason: null },
  { action: 'ready', allowed: false, reason: 'express' },
  { action: 'collect', allowed: false, reason: 'express' },
  { action: 'cancel', allowed: false, reason: 'forbidden' },
  { action: 'refund', allowed: true, reason: null },
] satisfies Actions

export const paidTimeline = [
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
  parcel_with: [],
  ships_with: [],
  pinned_notes: [],
  timeline: paidTimeline,
  external_id: null,
  tags: ['加急'],
  created_at: order.created_at,
  updated_at: '2026-11-20T02:21:09.310Z',
  expires_at: order.expires_at,
  paid_at,
  shipped_at: null,
  completed_at: null,
  cancelled_at: null,
  cancel_reason: null,
} satisfies z.input<typeof CmsOrder>

export const store = { id: storeExample.id, name: storeExample.name }

export const { province, city, district, detail } = storeExample
