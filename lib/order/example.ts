import type { z } from 'zod'
import { addressInput } from '@/lib/address/example'
import type { Order, OrderDetail, OrderPage } from './schema'

const placed = '2026-11-20T02:15:04.120Z'

export const order = {
  id: 9,
  order_no: '261120K7XQ2MZ4T8WB3N',
  status: 'unpaid',
  items: [
    {
      id: 21,
      product_id: 1,
      sku_id: 2,
      name: '雨前绿茶',
      spec_text: '100 克罐装',
      image_url: '/demo/p-green-tea.svg',
      price: 12_800,
      count: 2,
      amount: 25_600,
    },
  ],
  items_amount: 25_600,
  freight_amount: 0,
  discount_amount: 0,
  total_amount: 25_600,
  paid_amount: 0,
  refunded_amount: 0,
  remark: '请在工作日送货',
  receiver: addressInput,
  created_at: placed,
  expires_at: '2026-11-20T02:45:04.120Z',
  paid_at: null,
  shipped_at: null,
  completed_at: null,
  cancelled_at: null,
  cancel_reason: null,
  actions: ['pay', 'cancel'],
} satisfies z.input<typeof Order>

export const orderPage = {
  items: [order],
  page: 1,
  size: 10,
  total: 1,
  next_cursor: null,
} satisfies z.input<typeof OrderPage>

export const orderDetail = {
  ...order,
  log: [{ action: 'place', from_status: null, to_status: 'unpaid', created_at: placed }],
  shipments: [],
  refunds: [],
} satisfies z.input<typeof OrderDetail>

export const cancelledOrder = {
  ...orderDetail,
  status: 'cancelled',
  cancelled_at: '2026-11-20T02:20:31.502Z',
  cancel_reason: 'customer',
  actions: [],
  log: [
    ...orderDetail.log,
    { action: 'cancel', from_status: 'unpaid', to_status: 'cancelled', created_at: '2026-11-20T02:20:31.502Z' },
  ],
} satisfies z.input<typeof OrderDetail>
