import { beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { api } from '@/lib/server/testing/api'
import { newCategory, newProduct, newStaff, setFreight } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import type { PromotionInput } from './schema'

let token: string
let goods: { sku_id: number; category_id: number }
let other: number
const payers: play.Payer[] = []
/**
 * Creates three paid orders and an unpaid order. One customer pays for 2 pieces and for 3 pieces of ¥100; another
 * customer pays for one piece of ¥60.
 */
beforeAll(async () => {
  play.usePlatform()
  ;({ token } = await newStaff(['cms.promotion.list']))
  await setFreight(800)
  const [top] = [await newCategory()]
  const below = await newCategory({ parent_id: top.id })
  const { sku } = await newProduct({ category_id: below.id, skus: [{ price: 10_000, stock: 100 }] })
  goods = { sku_id: sku.id, category_id: top.id }
  other = (await newProduct({ skus: [{ price: 6_000, stock: 100 }] })).sku.id
  payers.push(await play.newPayer(), await play.newPayer())
  const [one, two] = payers
  if (!one || !two) throw new Error('no payers')
  for (const count of [2, 3]) await play.paidOrder(one, { sku_id: goods.sku_id, count })
  await play.paidOrder(two, { sku_id: other, count: 1 })
  await play.placeOrder(two, { sku_id: other, count: 1 })
})

const day = 86_400_000

const estimate = (terms: Partial<z.input<typeof PromotionInput>>) =>
  api('POST /cms/promotion/estimate', {
    token,
    body: {
      name: '试算',
      label: '减',
      gives: 'reduction',
      starts_at: new Date().toISOString(),
      ends_at: new Date(Date.now() + day).toISOString(),
      ...terms,
    },
  })

test.each<[terms: string, input: () => Partial<z.input<typeof PromotionInput>>, orders: number, amount: number]>([
  ['10.00 off from 60.00', () => ({ tiers: [{ from_amount: 6_000, off_amount: 1_000 }] }), 3, 3_000],
  ['10 % off two pieces', () => ({ tiers: [{ from_pieces: 2, off_permille: 100 }] }), 2, 5_000],
  ['every second piece for half', () => ({ tiers: [{ nth: 2, off_permille: 500 }] }), 2, 10_000],
  [
    'a category above',
    () => ({ scope: 'categories', category_ids: [goods.category_id], tiers: [{ from_pieces: 1, off_amount: 1_000 }] }),
    2,
    2_000,
  ],
  ['once a customer', () => ({ per_customer: 1, tiers: [{ from_pieces: 1, off_amount: 1_000 }] }), 2, 2_000],
  ['first orders', () => ({ audience: 'first_order', tiers: [{ from_pieces: 1, off_amount: 1_000 }] }), 2, 2_000],
  ['free shipping', () => ({ gives: 'freight', tiers: [{ from_pieces: 1, off_permille: 1_000 }] }), 3, 2_400],
  [
    'two coupons',
    () => ({ coupon_source: 'customer', per_customer: 9, total: 2, tiers: [{ from_pieces: 1, off_amount: 1_000 }] }),
    2,
    2_000,
  ],
  [
    'a deal of two pieces',
    () => ({ gives: 'deal', skus: [{ sku_id: goods.sku_id, price: 9_000, quota: 2 }] }),
    1,
    2_000,
  ],
  ['a deal', () => ({ gives: 'deal', skus: [{ sku_id: goods.sku_id, price: 9_000 }] }), 2, 5_000],
  ['nothing that was bought', () => ({ tiers: [{ from_amount: 90_000, off_amount: 1_000 }] }), 0, 0],
])('%s would have cost this much', async (_, input, orders, amount) => {
  expect(await estimate(input())).toMatchObject({ status: 200, body: { orders, of_orders: 3, amount } })
})

test.each<[terms: string, input: () => Partial<z.input<typeof PromotionInput>>, excess: object | null]>([
  [
    'more than the pieces cost',
    () => ({
      tiers: [
        { from_pieces: 1, off_amount: 100 },
        { from_pieces: 2, off_amount: 99_900 },
      ],
    }),
    { pieces: 2, product_name: '小杯', amount: 9_600, off_amount: 99_900 },
  ],
  ['less', () => ({ tiers: [{ from_pieces: 2, off_amount: 9_599 }] }), null],
  [
    'a coupon',
    () => ({ coupon_source: 'staff', per_customer: 1, tiers: [{ from_pieces: 1, off_amount: 5_000 }] }),
    { pieces: 1 },
  ],
  ['the shipping fee', () => ({ gives: 'freight', tiers: [{ from_pieces: 1, off_amount: 99_900 }] }), null],
])('an effect names a tier that makes goods free: %s', async (_, input, excess) => {
  const dear = await newProduct({ name: '大杯', skus: [{ price: 9_900 }] })
  const cheap = await newProduct({ name: '小杯', skus: [{ price: 4_800 }, { price: 6_000 }] })
  const scope = { scope: 'products' as const, product_ids: [dear.id, cheap.id] }
  const { body } = await estimate({ ...scope, ...input() })
  if (excess) expect(body.excess).toMatchObject(excess)
  else expect(body.excess).toBeNull()
})

test('terms that cannot be saved are refused', async () => {
  expect(await estimate({ tiers: [] })).toMatchObject({ status: 400, problem: { invalid_params: [{ name: 'tiers' }] } })
})
