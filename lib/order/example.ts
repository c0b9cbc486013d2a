import type { z } from 'zod'
import { addressInput } from '@/lib/address/example'
import type { Trace } from '@/lib/order/parcel/schema'
import type { OrderPreview } from '@/lib/order/place/schema'
import type { Order, OrderCount, OrderDetail, OrderPage, ReceiverFreight, SharedOrder } from './schema'

const placed = '2026-11-20T02:15:04.120Z'

export const orderItem = {
  id: 21,
  product_id: 1,
  sku_id: 2,
  sku_no: 'TEA-YQ-100',
  barcode: null,
  name: '雨前绿茶',
  spec_text: '100 克罐装',
  image_url: '/demo/p-green-tea.webp',
  price: 12_800,
  count: 2,
  amount: 25_600,
  discount_amount: 0,
  paid_amount: 25_600,
}

export const order = {
  id: 9,
  order_no: '261120K7XQ2MZ4T8WB3N',
  status: 'unpaid',
  fulfilment: 'none',
  items: [orderItem],
  items_amount: 25_600,
  freight_amount: 0,
  discount_amount: 0,
  total_amount: 25_600,
  discounts: [],
  paid_amount: 0,
  refunded_amount: 0,
  by_shop: false,
  remark: '请在工作日送货',
  store_id: null,
  receiver: addressInput,
  asked_receiver: null,
  created_at: placed,
  expires_at: '2026-11-20T02:45:04.120Z',
  paid_at: null,
  shipped_at: null,
  completed_at: null,
  cancelled_at: null,
  cancel_reason: null,
  actions: ['pay', 'readdress', 'cancel'],
} satisfies z.input<typeof Order>

const { id: _, ...item } = orderItem

export const receiverFreight = {
  freight_amount: 1_500,
  present_freight_amount: 800,
  undeliverable: [],
} satisfies z.input<typeof ReceiverFreight>

export const orderPreview = {
  items: [{ ...item, deal_pieces: 0 }],
  items_amount: 25_600,
  freight_amount: 0,
  discount_amount: 0,
  total_amount: 25_600,
  discounts: [],
  hints: [],
  coupons: [],
  refused_deals: [],
  is_estimate: false,
  freight: [
    {
      template_id: 1,
      name: '统一运费',
      sku_ids: [item.sku_id],
      amount: 0,
      free: 'amount',
      missing_amount: null,
      missing_pieces: null,
      free_needs: 'either',
    },
  ],
  undeliverable: [],
  shortages: [],
  deliveries: ['express'],
  store_id: null,
  address_id: 1,
  receiver: addressInput,
  closed: null,
} satisfies z.input<typeof OrderPreview>

export const orderPage = {
  items: [order],
  page: 1,
  size: 10,
  total: 1,
  next_cursor: null,
} satisfies z.input<typeof OrderPage>

export const orderCount = {
  unpaid: 1,
  paid: 2,
  shipped: 0,
  completed: 5,
  cancelled: 1,
  refunded: 0,
  after_sale: 1,
} satisfies z.input<typeof OrderCount>

const unpaidItem = {
  ...orderItem,
  shipped_count: 0,
  refunded_count: 0,
  refundable_count: 0,
  refundable_amount: 0,
  returnable_count: 0,
  deal_pieces: 0,
}

export const orderDetail = {
  ...order,
  items: [unpaidItem],
  log: [{ action: 'place', from_status: null, to_status: 'unpaid', created_at: placed }],
  shipments: [],
  pickup: null,
  invoice: null,
  refunds: [],
} satisfies z.input<typeof OrderDetail>

export const cancelledOrder = {
  ...orderDetail,
  status: 'cancelled',
  cancelled_at: '2026-11-20T02:20:31.502Z',
  cancel_reason: 'customer',
  actions: ['remove'],
  log: [
    ...orderDetail.log,
    { action: 'cancel', from_status: 'unpaid', to_status: 'cancelled', created_at: '2026-11-20T02:20:31.502Z' },
  ],
} satisfies z.input<typeof OrderDetail>

export const completedOrder = {
  ...orderDetail,
  status: 'completed',
  fulfilment: 'all',
  paid_amount: 25_600,
  paid_at: '2026-11-20T02:21:40.003Z',
  shipped_at: '2026-11-20T09:05:12.750Z',
  completed_at: '2026-11-23T04:30:55.218Z',
  items: [
    { ...unpaidItem, shipped_count: 2, refundable_count: 2, refundable_amount: orderItem.amount, returnable_count: 2 },
  ],
  actions: ['after_sale', 'remove'],
  log: [
    ...orderDetail.log,
    { action: 'pay', from_status: 'unpaid', to_status: 'paid', created_at: '2026-11-20T02:21:40.003Z' },
    { action: 'ship', from_status: 'paid', to_status: 'shipped', created_at: '2026-11-20T09:05:12.750Z' },
    { action: 'complete', from_status: 'shipped', to_status: 'completed', created_at: '2026-11-23T04:30:55.218Z' },
  ],
  shipments: [
    {
      id: 4,
      method: 'express',
      carrier: 'SF',
      carrier_name: '顺丰速运',
      carrier_url: 'https://www.sf-express.com/chn/sc/waybill/waybill-detail/SF1380000123456',
      tracking_no: 'SF1380000123456',
      shipped_at: '2026-11-20T09:05:12.750Z',
      tracking: { state: 'on_the_way', at: '2026-11-21T01:12:40.000Z', text: '快件已从杭州转运中心发出' },
      waybill_token: 'WTK4f2b8c1e',
      items: [{ order_item_id: orderItem.id, count: orderItem.count }],
    },
  ],
} satisfies z.input<typeof OrderDetail>

export const trace = [
  { shipment_id: 4, at: '2026-11-21T01:12:40.000Z', state: 'on_the_way', text: '快件已从杭州转运中心发出' },
  { shipment_id: 4, at: '2026-11-20T10:30:05.000Z', state: 'collected', text: '快递员已揽收' },
] satisfies z.input<typeof Trace>

export const sharedOrder = {
  id: order.id,
  order_no: order.order_no,
  status: order.status,
  items: order.items,
  items_amount: order.items_amount,
  freight_amount: order.freight_amount,
  discount_amount: order.discount_amount,
  total_amount: order.total_amount,
  discounts: order.discounts,
  created_at: order.created_at,
  expires_at: order.expires_at,
  is_own: false,
} satisfies z.input<typeof SharedOrder>
