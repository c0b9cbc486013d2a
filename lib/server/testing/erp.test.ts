import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { dispatch } from './api'
import { readSample } from './erp'
import { database, newKey, newProduct, newStaff } from './factories'
import { newPayer, placeOrder, usePlatform } from './payment'

type Sample = Awaited<ReturnType<typeof readSample>>
let erp: InstanceType<Sample['Erp']>
beforeAll(async () => {
  usePlatform()
  const staff = await newStaff([], { is_root: true })
  const { token: key } = await newKey(staff.id, ['cms.product.stock', 'cms.product.update'])
  const { Erp, Shop } = await readSample()
  const base = 'http://localhost:3000'
  const fetch = (url: URL | RequestInfo, init?: RequestInit) => dispatch(new Request(new URL(String(url)), init))
  erp = new Erp(new Shop({ base, key, fetch }), {})
})

test('stock that it counts is that of the shop, less what waits for payment; a line that cannot be has a problem', async () => {
  const [full, empty] = [await newProduct({ skus: [{ stock: 5 }] }), await newProduct({ skus: [{ stock: 5 }] })]
  const payer = await newPayer()
  await placeOrder(payer, { sku_id: full.sku.id, count: 2 })
  await placeOrder(payer, { sku_id: empty.sku.id, count: 3 })
  const problems = await erp.pushStock({ [full.sku.sku_no]: 40, [empty.sku.sku_no]: 1 }, 'count-1')
  expect(Object.entries(problems).map(([sku_no, { code }]) => [sku_no, code])).toEqual([
    [empty.sku.sku_no, 'out_of_stock'],
  ])
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, full.sku.id))
  expect(row?.stock).toBe(38)
})

test('prices that it sets are those of the shop, and an unknown number has a problem', async () => {
  const { sku } = await newProduct({ status: 'off_sale', skus: [{ price: 1_000 }] })
  const problems = await erp.pushPrices({ [sku.sku_no]: 1_200, 'NO-SUCH': 1 }, 'prices-1')
  expect(Object.entries(problems).map(([sku_no, { code }]) => [sku_no, code])).toEqual([['NO-SUCH', 'not_found']])
  const [row] = await (await database()).select().from(tables.sku).where(eq(tables.sku.id, sku.id))
  expect(row?.price).toBe(1_200)
})
