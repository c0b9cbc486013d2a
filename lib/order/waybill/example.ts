import type { z } from 'zod'
import { skuCodes } from '@/lib/order/cms-example'
import { orderItem } from '@/lib/order/example'
import type { PackableOrders, Waybill, WaybillInput } from './schema'

export const waybill = {
  id: 31,
  key: '2026113000000009-1',
  state: 'ready',
  account_id: 1,
  delivery_id: 'YTO',
  tracking_no: 'YT8800456677123',
  orders: [{ id: 9, order_no: '2026113000000009' }],
  items: null,
  weight_g: 650,
  remark: '易碎',
  is_name_cut: false,
  reason: null,
  print_count: 0,
  printed_at: null,
  next_try_at: '2026-12-01T04:20:00.000Z',
  created_at: '2026-12-01T03:20:00.000Z',
  updated_at: '2026-12-01T03:20:01.000Z',
  version: 2,
} satisfies z.input<typeof Waybill>

export const waybillInput = {
  order_id: 9,
  version: 3,
  account_id: 1,
  remark: '易碎',
} satisfies z.input<typeof WaybillInput>

export const packable = {
  id: 9,
  order_no: '2026113000000009',
  version: 3,
  receiver_name: '林小满',
  remark: '',
  items: [
    {
      id: orderItem.id,
      name: orderItem.name,
      spec_text: orderItem.spec_text,
      ...skuCodes,
      left_count: orderItem.count,
    },
  ],
  refusal: null,
  ships_with: [],
  waybill: null,
  is_outdated: false,
} satisfies z.input<typeof PackableOrders>['items'][number]

export const account = {
  id: 1,
  name: '圆通速递',
  biz_id: '021K000001',
  delivery_id: 'YTO',
  is_default: true,
  problem: null,
} satisfies z.input<typeof PackableOrders>['accounts'][number]
