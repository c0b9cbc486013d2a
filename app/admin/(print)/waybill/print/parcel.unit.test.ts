import { expect, test } from 'vitest'
import * as example from '@/lib/order/waybill/example'
import { goodsOf } from './parcel'

const line = { id: 1, name: '龙井', spec_text: '50 g', sku_no: '000001', barcode: null }
const orders = [
  { ...example.packable, items: [{ ...line, left_count: 2 }] },
  { ...example.packable, id: 10, items: [{ ...line, id: 2, left_count: 3 }] },
]
const waybillOf = (items: { order_item_id: number; count: number }[] | null) => ({ ...example.waybill, items })
const countsIn = (waybill: ReturnType<typeof waybillOf> | null) =>
  goodsOf({ key: 9, orders, waybill }).map(({ id, count }) => [id, count])

test('a parcel has what is left of its orders', () => {
  const all = [
    [1, 2],
    [2, 3],
  ]
  expect(countsIn(null)).toEqual(all)
  expect(countsIn(waybillOf(null))).toEqual(all)
})

test('a parcel has only the goods of its waybill, if those were chosen', () => {
  expect(countsIn(waybillOf([{ order_item_id: 2, count: 1 }]))).toEqual([[2, 1]])
})
