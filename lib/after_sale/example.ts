import type { z } from 'zod'
import { order, orderItem } from '@/lib/order/example'
import type {
  ApproveInput,
  CmsAfterSale,
  CmsAfterSaleCount,
  CmsAfterSalePage,
  DecideInput,
  ParcelInput,
  ReceiveInput,
  RejectInput,
} from './cms-schema'
import type {
  AfterSale,
  AfterSaleInput,
  AfterSalePage,
  AfterSalePreview,
  AfterSalePreviewInput,
  DisputeInput,
  ReturnInput,
} from './schema'

const asked = '2026-11-24T03:12:40.250Z'
const approved = '2026-11-24T06:40:02.118Z'
const sent = '2026-11-25T01:20:33.904Z'
const { id: order_item_id, name, spec_text, image_url, price } = orderItem

export const input = {
  order_id: order.id,
  kind: 'return_refund',
  reason_code: 'damaged',
  description: '一罐的盖子裂了',
  image_ids: [31],
  items: [{ order_item_id, count: 1 }],
} satisfies z.input<typeof AfterSaleInput>

export const previewInput = {
  order_id: input.order_id,
  kind: input.kind,
  items: input.items,
} satisfies z.input<typeof AfterSalePreviewInput>

export const preview = {
  requested_amount: price,
  freight_amount: 0,
  items: [{ order_item_id, count: 1, amount: price }],
} satisfies z.input<typeof AfterSalePreview>

const request = { action: 'request', from_status: null, to_status: 'requested', note: '', created_at: asked } as const
const approval_log = {
  action: 'approve_return',
  from_status: 'requested',
  to_status: 'returning',
  note: '',
  created_at: approved,
} as const
const return_log = {
  action: 'return',
  from_status: 'returning',
  to_status: 'returned',
  note: '',
  created_at: sent,
} as const

export const requested = {
  id: 5,
  no: '26112040718253',
  order_id: order.id,
  order_no: order.order_no,
  kind: 'return_refund',
  status: 'requested',
  reason_code: 'damaged',
  description: input.description,
  images: ['/files/u/4f0c2a.jpg?expires=1795500000&signature=c2lnbmF0dXJl'],
  requested_amount: price,
  freight_amount: 0,
  approved_amount: null,
  postage_amount: 0,
  items: [
    {
      order_item_id,
      name,
      spec_text,
      image_url,
      count: 1,
      amount: price,
      discount_amount: 0,
      ordered_count: 2,
      deal_pieces: 0,
    },
  ],
  return_to: null,
  return_carrier: null,
  return_tracking_no: null,
  decide_by: '2026-11-26T03:12:40.250Z',
  return_by: null,
  inspect_by: null,
  rejected_at: null,
  disputed_at: null,
  dispute_description: '',
  dispute_images: [],
  refund: null,
  created_at: asked,
  closed_at: null,
  actions: ['withdraw'],
  log: [request],
} satisfies z.input<typeof AfterSale>

const usual_return_to = '浙江省杭州市西湖区龙井路 1 号，王小明 13800001234'

const returning = {
  ...requested,
  status: 'returning',
  approved_amount: price,
  return_to: usual_return_to,
  return_by: '2026-12-01T06:40:02.118Z',
  actions: ['return', 'withdraw'],
  log: [request, approval_log],
} satisfies z.input<typeof AfterSale>

export const parcel = { carrier: 'SF', tracking_no: 'SF1380000999888' } satisfies z.input<typeof ReturnInput>

export const returned = {
  ...returning,
  status: 'returned',
  return_carrier: parcel.carrier,
  return_tracking_no: parcel.tracking_no,
  inspect_by: '2026-12-05T01:20:33.904Z',
  actions: ['return'],
  log: [...returning.log, return_log],
} satisfies z.input<typeof AfterSale>

export const withdrawn = {
  ...requested,
  status: 'withdrawn',
  closed_at: approved,
  actions: [],
  log: [
    request,
    { action: 'withdraw', from_status: 'requested', to_status: 'withdrawn', note: '', created_at: approved },
  ],
} satisfies z.input<typeof AfterSale>

export const rejection = { note: '照片里看不出破损', version: 1 } satisfies z.input<typeof RejectInput>

const rejected = {
  ...requested,
  status: 'rejected',
  rejected_at: approved,
  closed_at: approved,
  actions: ['dispute'],
  log: [
    request,
    { action: 'reject', from_status: 'requested', to_status: 'rejected', note: rejection.note, created_at: approved },
  ],
} satisfies z.input<typeof AfterSale>

export const dispute = { description: '裂口在盖子内侧，见新照片' } satisfies z.input<typeof DisputeInput>

export const disputed = {
  ...rejected,
  status: 'disputed',
  closed_at: null,
  disputed_at: sent,
  dispute_description: dispute.description,
  dispute_images: requested.images,
  actions: [],
  log: [
    ...rejected.log,
    { action: 'dispute', from_status: 'rejected', to_status: 'disputed', note: '', created_at: sent },
  ],
} satisfies z.input<typeof AfterSale>

export const page = { items: [requested], page: 1, size: 10, total: 1, next_cursor: null } satisfies z.input<
  typeof AfterSalePage
>

const customer = { id: 3, nickname: '茶友', username: null, mobile: '13800001234', avatar_url: null }
const by_customer = { id: customer.id, name: customer.nickname }
const freight_left = order.freight_amount
const staff = { id: 2, name: '小李' }

export const cmsRequested = {
  ...requested,
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: asked,
  version: 1,
  actions: ['approve', 'reject'],
  log: [{ ...request, actor: by_customer, restock: null }],
} satisfies z.input<typeof CmsAfterSale>

export const cmsReturning = {
  ...returning,
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: approved,
  version: 2,
  actions: ['receive', 'reject', 'return'],
  log: [...cmsRequested.log, { ...approval_log, actor: staff, restock: null }],
} satisfies z.input<typeof CmsAfterSale>

export const cmsReturned = {
  ...returned,
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: sent,
  version: 3,
  actions: ['receive', 'refuse', 'return'],
  log: [...cmsReturning.log, { ...return_log, actor: staff, restock: null }],
} satisfies z.input<typeof CmsAfterSale>

export const cmsRejected = {
  ...rejected,
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: approved,
  version: 2,
  actions: [],
  log: rejected.log.map((one) => ({ ...one, actor: staff, restock: null })),
} satisfies z.input<typeof CmsAfterSale>

export const cmsDisputed = {
  ...disputed,
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: sent,
  version: 4,
  actions: ['decide'],
  log: disputed.log.map((one) => ({ ...one, actor: staff, restock: null })),
} satisfies z.input<typeof CmsAfterSale>

export const cmsRefunding = {
  ...returned,
  status: 'refunding',
  customer,
  order_status: 'shipped',
  freight_left,
  usual_return_to,
  updated_at: '2026-11-27T02:05:44.731Z',
  version: 4,
  actions: [],
  refund: { refund_no: 'R5A1C0FF3E94D27B6180A2B3C4D', amount: price, status: 'processing', succeeded_at: null },
  log: [
    ...cmsReturning.log,
    { ...return_log, actor: by_customer, restock: null },
    {
      action: 'receive',
      from_status: 'returned',
      to_status: 'refunding',
      note: '',
      created_at: '2026-11-27T02:05:44.731Z',
      actor: staff,
      restock: [{ order_item_id, count: 1 }],
    },
  ],
} satisfies z.input<typeof CmsAfterSale>

export const cmsPage = {
  items: [
    {
      id: requested.id,
      no: requested.no,
      order_id: requested.order_id,
      order_no: requested.order_no,
      customer,
      items: [{ order_item_id, name, spec_text, image_url, count: 1 }],
      line_count: 1,
      piece_count: 1,
      kind: 'return_refund',
      status: 'requested',
      reason_code: requested.reason_code,
      requested_amount: requested.requested_amount,
      approved_amount: null,
      decide_by: requested.decide_by,
      return_by: null,
      inspect_by: null,
      created_at: requested.created_at,
      updated_at: requested.created_at,
    },
  ],
  page: 1,
  size: 10,
  total: 1,
  next_cursor: null,
} satisfies z.input<typeof CmsAfterSalePage>

export const count = {
  waiting: 4,
  requested: 3,
  returning: 1,
  returned: 1,
  disputed: 0,
  refunding: 1,
  done: 12,
  rejected: 2,
  withdrawn: 4,
  expired: 0,
} satisfies z.input<typeof CmsAfterSaleCount>

export const approval = { return_to: returning.return_to, version: 1 } satisfies z.input<typeof ApproveInput>
export const cmsParcel = { ...parcel, version: 2 } satisfies z.input<typeof ParcelInput>
export const receipt = { restock: [{ order_item_id, count: 1 }], version: 3 } satisfies z.input<typeof ReceiveInput>
export const decision = {
  approve: true,
  note: '照片显示运输中受损',
  version: 4,
} satisfies z.input<typeof DecideInput>
