import type { z } from 'zod'
import {
  type Actions,
  city,
  count,
  detail,
  district,
  id,
  image_url,
  keeper,
  line,
  name,
  paid_at,
  paidActions,
  paidOrder,
  paidTimeline,
  province,
  shipped_at,
  spec_text,
  store,
} from '@/lib/order/cms-example'
import type { CmsOrder } from '@/lib/order/cms-schema'
import { order } from '@/lib/order/example'
import type { CorrectInput, PhoneInput, PickupOrder, ShipInput } from './cms-schema'

const ready_at = '2026-11-20T03:40:18.205Z'

const collected_at = '2026-11-20T10:12:55.640Z'

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
      tracking: null,
      untracked: null,
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

export const parcel = {
  method: 'express',
  carrier: 'SF',
  tracking_no: 'SF1380000123456',
  items: [{ order_item_id: id, count: 1 }],
  version: 2,
} satisfies z.input<typeof ShipInput>

export const shippedActions = [
  { action: 'note', allowed: true, reason: null },
  { action: 'reprice', allowed: false, reason: 'paid' },
  { action: 'readdress', allowed: false, reason: 'part_shipped' },
  { action: 'ship', allowed: true, reason: null },
  { action: 'ready', allowed: false, reason: 'express' },
  { action: 'collect', allowed: false, reason: 'express' },
  { action: 'cancel', allowed: false, reason: 'part_shipped' },
  { action: 'refund', allowed: true, reason: null },
] satisfies Actions

export const shippedTimeline = [
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
      tracking: null,
      untracked: null,
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

export const reportingOrder = {
  ...partShippedOrder,
  report: { ...waitingReport, errcode: 10060031, errmsg: '支付单不属于该用户' },
} satisfies z.input<typeof CmsOrder>
