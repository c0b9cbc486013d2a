import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import { formWith } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 100_000 })
  staff = await newStaff(['create', 'update', 'list', 'grant', 'over'].map((verb) => `cms.promotion.${verb}`))
})
afterEach(async () => {
  await (await database()).update(tables.promotion).set({ enabled: false })
})

const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const newSku = async (price = 9_900) => (await newProduct({ skus: [{ price, stock: 10 }] })).sku

/** By default, one that begins tomorrow. */
async function dealOf(skus: { sku_id: number; price: number; quota?: number | null }[], changes: object = {}) {
  const reply = await api('POST /cms/promotion', {
    token: staff.token,
    body: {
      name: unique('特价 '),
      label: '限时特价',
      gives: 'deal',
      starts_at: from(1),
      ends_at: from(2),
      skus,
      ...changes,
    },
  })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

interface Started {
  id: number
  counts: Record<string, number>
}

const upload = (promotion_id: number, lines: string[], token = staff.token) =>
  send<Started>('POST', '/cms/promotion/import', {
    token,
    raw: formWith(new TextEncoder().encode(lines.join('\n')), {
      name: '特价.csv',
      promotion_id: String(promotion_id),
    }),
  })
const rowsOf = async (id: number) =>
  (await api('GET /cms/promotion/import/{id}/row', { token: staff.token, params: { id }, query: { size: '100' } })).body
    .items
const errorsOf = async (id: number) =>
  (await rowsOf(id)).map(({ result, errors }) =>
    [result, ...errors.map(({ column, code }) => `${column} ${code}`)].join(' '),
  )
const apply = (id: number, body: object = {}, token = staff.token) =>
  api('POST /cms/promotion/import/{id}/apply', { token, params: { id }, body })
const read = async (id: number) => (await api('GET /cms/promotion/{id}', { token: staff.token, params: { id } })).body
const pricesOf = async (id: number) =>
  (await read(id)).skus
    .map(({ sku_id, price, quota }) => [sku_id, price, quota])
    .sort(([a], [b]) => Number(a) - Number(b))
const header = 'sku_no,deal_price_yuan,quota'

test('the file of a deal, filled in, changes its prices and adds SKUs in one change, and nothing the second time', async () => {
  const [a, b, c] = [await newSku(), await newSku(), await newSku()]
  const { id, version } = await dealOf([
    { sku_id: a.id, price: 4_900, quota: 10 },
    { sku_id: c.id, price: 5_900 },
  ])
  const request = new Request(`http://localhost/cms/promotion/${id}/sku?format=csv&labels=zh-CN`, {
    headers: { authorization: `Bearer ${staff.token}` },
  })
  const [head = '', ...lines] = (await (await dispatch(request)).text())
    .trim()
    .replaceAll(/[\ufeff"]/g, '')
    .split(/\r?\n/)
  expect(head).toBe('SKU 编号,商品名称,规格,原价（元）,特价（元）,活动库存,已售')
  expect(lines.map((line) => line.split(',').filter((_, at) => at !== 1 && at !== 2))).toEqual([
    [a.sku_no, '99.00', '49.00', '10', '0'],
    [c.sku_no, '99.00', '59.00', '', '0'],
  ])
  const filled = [head, ...lines.map((line) => line.replace('49.00', '¥39.9')), `${b.sku_no},,,,29,,`]
  const { body } = await upload(id, filled)
  expect(body.counts).toEqual({ create: 1, update: 1, unchanged: 1, error: 0 })
  expect((await rowsOf(body.id)).map(({ changes }) => changes)).toMatchObject([
    { sku_no: [a.sku_no, a.sku_no], deal_price_yuan: ['49.00', '39.90'] },
    {},
    { sku_no: [b.sku_no, b.sku_no], deal_price_yuan: [null, '29.00'] },
  ])
  expect(await pricesOf(id)).toHaveLength(2)
  expect((await apply(body.id)).body).toMatchObject({ done: 2, left: 0, records: { done: 2 } })
  expect(await pricesOf(id)).toEqual([
    [a.id, 3_990, 10],
    [b.id, 2_900, null],
    [c.id, 5_900, null],
  ])
  expect((await read(id)).version).toBe(version + 1)
  const history = await api('GET /cms/promotion/{id}/history', { token: staff.token, params: { id } })
  expect(history.body.items.map(({ action }) => action)).toEqual(['import', 'export', 'create'])
  expect((await apply(body.id)).body).toMatchObject({ done: 2, left: 0 })
  expect((await upload(id, filled)).body.counts).toEqual({ create: 0, update: 0, unchanged: 3, error: 0 })
  expect((await read(id)).version).toBe(version + 1)
})

test('each error is at its column, and the other lines can be imported', async () => {
  const [a, b, c, elsewhere] = [await newSku(), await newSku(), await newSku(), await newSku()]
  await dealOf([{ sku_id: elsewhere.id, price: 100 }])
  const { id } = await dealOf([{ sku_id: a.id, price: 4_900, quota: 10 }])
  const { body } = await upload(id, [
    header,
    `${a.sku_no},9.90,5`,
    `${a.sku_no},8.90,5`,
    `${b.sku_no},99,`,
    `${b.sku_no},9.9,`,
    `${c.sku_no},,`,
    'no such number,1,',
    ',1,',
    `${elsewhere.sku_no},1,`,
    `${(await newSku()).sku_no},1.999,0`,
    `${(await newSku()).sku_no},0,`,
  ])
  expect(await errorsOf(body.id)).toEqual([
    'update',
    'error sku_no duplicate',
    'error deal_price_yuan too_big',
    'error sku_no duplicate',
    'error deal_price_yuan required',
    'error sku_no not_found',
    'error sku_no required',
    'error deal_price_yuan already_exists',
    'error deal_price_yuan invalid_format quota too_small',
    'error deal_price_yuan too_small',
  ])
  expect((await apply(body.id)).problem.code).toBe('import_errors')
  expect((await apply(body.id, { skip_errors: true })).body).toMatchObject({ done: 1, left: 0 })
  expect(await pricesOf(id)).toEqual([[a.id, 990, 5]])
  const partly = await upload(id, ['sku_no,quota', `${a.sku_no},`])
  expect((await apply(partly.body.id)).body).toMatchObject({ done: 1 })
  expect(await pricesOf(id)).toEqual([[a.id, 990, null]])
})

test('a deal has at most 200 SKUs', async () => {
  const { skus } = await newProduct({ skus: Array.from({ length: 201 }, () => ({ price: 9_900, stock: 1 })) })
  const [first, ...others] = skus
  const { id } = await dealOf([{ sku_id: first?.id ?? 0, price: 4_900 }])
  const { body } = await upload(id, [header, ...others.map(({ sku_no }) => `${sku_no},49,`)])
  expect(body.counts).toEqual({ create: 199, update: 0, unchanged: 0, error: 1 })
  expect((await errorsOf(body.id)).filter((one) => one !== 'create')).toEqual([])
  expect((await apply(body.id, { skip_errors: true })).body).toMatchObject({ done: 199, left: 0 })
  expect((await read(id)).skus).toHaveLength(200)
})

test('once a deal has begun, only its pieces grow', async () => {
  const [a, b] = [await newSku(), await newSku()]
  const { id } = await dealOf([{ sku_id: a.id, price: 4_900, quota: 10 }], { starts_at: from(-1), ends_at: from(1) })
  const lines = [`${a.sku_no},48,10`, `${a.sku_no},49,9`, `${b.sku_no},49,`]
  const found = []
  for (const line of lines) found.push(...(await errorsOf((await upload(id, [header, line])).body.id)))
  expect(found).toEqual(['error deal_price_yuan fixed', 'error quota fixed', 'error sku_no fixed'])
  const { body } = await upload(id, [header, `${a.sku_no},49,20`])
  expect((await apply(body.id)).body).toMatchObject({ done: 1 })
  expect(await pricesOf(id)).toEqual([[a.id, 4_900, 20]])
})

test('what happens after the file was read is told at its lines, and changes nothing', async () => {
  const [a, b] = [await newSku(), await newSku()]
  const { id } = await dealOf([{ sku_id: a.id, price: 4_900 }])
  const lines = [header, `${a.sku_no},39,`, `${b.sku_no},39,`]
  const before = await upload(id, lines)
  const renamed = await api('PUT /cms/promotion/{id}', {
    token: staff.token,
    params: { id },
    body: { name: unique('改名 ') },
  })
  expect(renamed.status).toBe(200)
  expect((await apply(before.body.id)).body).toMatchObject({ done: 0, left: 0, counts: { error: 2 } })
  expect(await errorsOf(before.body.id)).toEqual(['error sku_no stale_version', 'error sku_no stale_version'])
  const cheaper = await upload(id, lines)
  const db = await database()
  await db.update(tables.sku).set({ price: 3_900 }).where(eq(tables.sku.id, b.id))
  expect((await apply(cheaper.body.id)).body).toMatchObject({ done: 0, left: 0, counts: { error: 2 } })
  expect(await errorsOf(cheaper.body.id)).toEqual(['error null incomplete', 'error deal_price_yuan too_big'])
  expect(await pricesOf(id)).toEqual([[a.id, 4_900, null]])
})

test('more off than the setting allows needs a permission, as on the page', async () => {
  const plain = await newStaff(['cms.promotion.update', 'cms.promotion.list'])
  const [a, b] = [await newSku(), await newSku()]
  const { id } = await dealOf([{ sku_id: a.id, price: 8_900 }])
  const lines = [header, `${a.sku_no},1,`, `${b.sku_no},89,`]
  const { body } = await upload(id, lines, plain.token)
  expect(await errorsOf(body.id)).toEqual(['error deal_price_yuan forbidden', 'create'])
  const allowed = await upload(id, lines)
  expect((await apply(allowed.body.id, {}, plain.token)).body).toMatchObject({ done: 0, left: 0 })
  expect(await errorsOf(allowed.body.id)).toEqual(['error deal_price_yuan forbidden', 'error null incomplete'])
})

test('only of a deal', async () => {
  const { id } = await dealOf([], { gives: 'reduction', tiers: [{ from_amount: 200, off_amount: 100 }] })
  const lines = [header, '1,2,']
  for (const [promotion_id, code] of [
    [id, 'not_allowed'],
    [2_000_000_000, 'not_found'],
  ] as const)
    expect(await upload(promotion_id, lines)).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'promotion_id', code }] },
    })
  const list = await api('GET /cms/promotion/{id}/sku', { token: staff.token, params: { id } })
  expect(list.body).toEqual({ items: [] })
})
