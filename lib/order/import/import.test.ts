import { parse as parseCsv } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { addressInput } from '@/lib/address/example'
import { maxParcels } from '@/lib/order/ship/ship'
import { askFor } from '@/lib/server/testing/after_sale'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, stockFaults, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionary of carriers.
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 10_000, 'order.unpaid_max': 1_000 })
  staff = await newStaff(['cms.order.list', 'cms.order.export', 'cms.order.note', 'cms.order.ship', 'cms.order.refund'])
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterAll(async () => {
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

type Line = Partial<Record<'order_no' | 'carrier' | 'tracking_no' | 'sku_no' | 'count', string | number>>

const csv = (lines: Record<string, string | number>[] | Line[]) =>
  stringify(lines, { header: true, columns: [...new Set(lines.flatMap((line) => Object.keys(line)))] })

async function sendFile(content: string | Blob, token = staff.token) {
  const form = new FormData()
  form.append('file', new Blob([content]), '顺丰单号.csv')
  return send<{ id: number; counts: Record<string, number>; left: number }>('POST', '/cms/order/import', {
    token,
    raw: form,
  })
}

async function started(lines: Line[]) {
  const reply = await sendFile(csv(lines))
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

const apply = (id: number, skip_errors = false) =>
  api('POST /cms/order/import/{id}/apply', { params: { id }, body: { skip_errors }, token: staff.token })

const rowsOf = async (id: number) =>
  (await api('GET /cms/order/import/{id}/row', { params: { id }, query: { size: 100 }, token: staff.token })).body.items

/** Uploads a file, and returns `line column code` of each of its errors. */
async function errorsOf(lines: Line[]) {
  const rows = await rowsOf((await started(lines)).id)
  return rows.flatMap(({ line, errors }) => errors.map(({ column, code }) => `${line} ${column} ${code}`))
}

/**
 * Places and pays an order with a line of a new SKU for each of the counts. Returns the id and the number of the order,
 * and the SKU numbers.
 */
async function paid(...counts: number[]) {
  const products: Awaited<ReturnType<typeof newProduct>>[] = []
  // Created one after another, because lines are sorted by the ids of their SKUs.
  for (const _ of counts) products.push(await newProduct())
  const items = products.map(({ sku }, at) => ({ sku_id: sku.id, count: counts[at] ?? 1 }))
  const { body } = await api('POST /v1/order', { token: payer.token, body: { items } })
  await play.payOrder(payer, body.id)
  await play.deliver()
  return { id: body.id, order_no: body.order_no, sku_nos: products.map(({ sku }) => sku.sku_no) }
}

const read = async (id: number) => (await api('GET /cms/order/{id}', { params: { id }, token: staff.token })).body

const number = () => unique('SF')

async function fileOf(query: string) {
  const headers = { authorization: `Bearer ${staff.token}` }
  const response = await dispatch(new Request(`http://localhost:3000/cms/order?${query}`, { headers }))
  expect(response.status).toBe(200)
  return response
}

async function download(query: string): Promise<Record<string, string>[]> {
  return parseCsv(await (await fileOf(`format=csv&${query}`)).text(), { columns: true, bom: true })
}

describe('shipping by file', () => {
  test('shows the remark of the customer beside the receiver', async () => {
    const [noted, plain] = [await paid(1), await paid(1)]
    const db = await database()
    await db.update(tables.order).set({ remark: '勿放快递柜' }).where(eq(tables.order.id, noted.id))
    const lines = [noted, plain].map((one) => ({ order_no: one.order_no, carrier: 'SF', tracking_no: number() }))
    const rows = await rowsOf((await started(lines)).id)
    expect(rows.map(({ changes }) => changes.remark)).toEqual([[null, '勿放快递柜'], undefined])
  })

  test('ships each order as a whole, with its own log entry and audit row, as shipping by hand does', async () => {
    const orders = [await paid(2, 1), await paid(1)]
    const numbers = orders.map(number)
    const file = await started(
      orders.map(({ order_no }, at) => ({ order_no, carrier: 'SF', tracking_no: numbers[at] ?? '' })),
    )
    expect(file).toMatchObject({ counts: { create: 2, update: 0, unchanged: 0, error: 0 }, left: 2 })
    const [row] = await rowsOf(file.id)
    const { receiver, items } = await read(orders[0]?.id ?? 0)
    expect(row).toMatchObject({
      line: 2,
      result: 'create',
      changes: {
        order_no: [null, orders[0]?.order_no],
        receiver: [null, receiver.name],
        goods: [null, `${items[0]?.name} ×2; ${items[1]?.name} ×1`],
        carrier: [null, 'SF'],
        tracking_no: [null, numbers[0]],
      },
    })
    expect((await read(orders[0]?.id ?? 0)).status).toBe('paid')
    expect((await apply(file.id)).body).toMatchObject({ done: 2, left: 0 })
    for (const [at, { id }] of orders.entries()) {
      const order = await read(id)
      expect(order).toMatchObject({
        status: 'shipped',
        shipments: [{ method: 'express', carrier: 'SF', tracking_no: numbers[at] }],
      })
      expect(order.timeline).toContainEqual(
        expect.objectContaining({ kind: 'log', action: 'ship', actor: expect.objectContaining({ id: staff.id }) }),
      )
      const audited = await (await database())
        .select()
        .from(tables.oper_log)
        .where(and(eq(tables.oper_log.target_type, 'order'), eq(tables.oper_log.target_id, String(id))))
      expect(audited).toHaveLength(1)
      expect(audited[0]).toMatchObject({ user_id: staff.id })
      expect(JSON.stringify(audited[0]?.after)).toContain(numbers[at])
    }
    const ofFile = await (await database())
      .select()
      .from(tables.oper_log)
      .where(and(eq(tables.oper_log.target_type, 'import'), eq(tables.oper_log.target_id, String(file.id))))
      .orderBy(tables.oper_log.id)
    expect(ofFile).toMatchObject(['upload', 'import'].map((action) => ({ action, target_name: '顺丰单号.csv' })))
  })

  test('reads numbers with other characters between and around them, and no number with decimals', async () => {
    const { id, order_no, sku_nos } = await paid(1, 1)
    const tracking_no = unique('SF')
    const typed = (text: string) => `\u202d"${text.slice(0, 4)}\u200b${text.slice(4, 7)}＿ ${text.slice(7)}．`
    const [a = '', b = ''] = sku_nos
    const file = await started([
      { order_no: typed(order_no.toLowerCase()), carrier: 'SF', tracking_no, sku_no: a, count: 1 },
      { order_no: [...order_no].join('–'), carrier: 'SF', tracking_no: typed(tracking_no), sku_no: b, count: 1 },
    ])
    await apply(file.id)
    expect((await read(id)).shipments).toMatchObject([{ tracking_no, items: [{ count: 1 }, { count: 1 }] }])
    const wrong = (text: string) => errorsOf([{ order_no, carrier: 'SF', tracking_no: text }])
    for (const text of ['12345678.0', '1.23E14']) expect(await wrong(text)).toEqual(['2 tracking_no number_format'])
    for (const text of ['—', '"_"', 'ß']) expect((await wrong(text)).length, text).toBe(1)
  })

  test('treats lines with the same carrier and number as one parcel, and `count` as its pieces', async () => {
    const { id, order_no, sku_nos } = await paid(3, 2)
    const [a = '', b = ''] = sku_nos
    const [first, second] = [number(), number()]
    const { id: file } = await started([
      { order_no, carrier: 'SF', tracking_no: first, sku_no: a, count: 2 },
      { order_no, carrier: 'ZTO', tracking_no: second, sku_no: a, count: '' },
      { order_no, carrier: '顺丰', tracking_no: first, sku_no: b, count: 2 },
    ])
    await apply(file)
    const order = await read(id)
    expect(order.shipments).toMatchObject([
      { carrier: 'SF', tracking_no: first, items: [{ count: 2 }, { count: 2 }] },
      { carrier: 'ZTO', tracking_no: second, items: [{ count: 1 }] },
    ])
    expect(order.status).toBe('shipped')
  })

  test('applies the parcels of an order together if one of them takes everything that is left', async () => {
    const { id, order_no, sku_nos } = await paid(3, 2)
    const [a = ''] = sku_nos
    const one = { order_no, carrier: 'SF', tracking_no: number(), sku_no: a, count: 1 }
    const rest = { order_no, carrier: 'SF', tracking_no: number(), sku_no: '', count: '' }
    expect(await errorsOf([{ ...one, count: 4 }, rest])).toEqual(['2 count out_of_range', '3 null incomplete'])
    const { id: file } = await started([one, rest])
    await apply(file)
    expect((await read(id)).shipments).toMatchObject([
      { items: [{ count: 1 }] },
      { items: [{ count: 2 }, { count: 2 }] },
    ])
  })

  test.each(['SF', 'sf', '顺丰速运', '顺丰', '顺丰快递', 'SF Express', 'sfexpress', 'ＳＦ　Express'])(
    'finds a carrier by %s',
    async (carrier) => {
      const { order_no } = await paid(1)
      const { id } = await started([{ order_no, carrier, tracking_no: number() }])
      expect(await rowsOf(id)).toMatchObject([{ result: 'create', changes: { carrier: [null, 'SF'] } }])
    },
  )

  test('reads the column names of carriers and other tools', async () => {
    const { id, order_no } = await paid(1)
    for (const [column, carrier, tracking_no] of [
      ['订单编号', '物流公司', '运单号'],
      ['订单编号', '快递公司', '快递单号'],
      ['订单编号', '快递公司', '物流单号'],
    ] as const) {
      const reply = await sendFile(csv([{ [column]: order_no, [carrier]: '顺丰速运', [tracking_no]: number() }]))
      expect(reply).toMatchObject({ status: 201, body: { counts: { create: 1, error: 0 } } })
      if (tracking_no === '物流单号') await apply(reply.body.id)
    }
    expect((await read(id)).shipments).toMatchObject([{ carrier: 'SF' }])
  })

  test('warns of a tracking number for two receivers, in the file and of parcels that were sent', async () => {
    const db = await database()
    const [first, second, same] = [await paid(1), await paid(1), await paid(1)]
    const { receiver } = await read(first.id)
    const elsewhere = { ...receiver, name: '周敏' }
    await db.update(tables.order).set({ receiver: elsewhere }).where(eq(tables.order.id, second.id))
    const tracking_no = number()
    const lineOf = ({ order_no }: { order_no: string }) => ({ order_no, carrier: 'SF', tracking_no })
    const warningsOf = async (...orders: { order_no: string }[]) =>
      (await rowsOf((await started(orders.map(lineOf))).id)).map(({ warnings }) => warnings.map(({ code }) => code))
    const warned = ['other_receiver']
    expect(await warningsOf(first, same)).toEqual([[], []])
    expect(await warningsOf(first, second)).toEqual([warned, warned])
    const file = await started([lineOf(first)])
    expect((await apply(file.id)).body).toMatchObject({ done: 1 })
    expect(await warningsOf(first, same)).toEqual([[], []])
    const { id } = await started([lineOf(second)])
    expect((await rowsOf(id))[0]?.warnings).toEqual([{ column: 'tracking_no', code: 'other_receiver' }])
    expect((await apply(id)).body).toMatchObject({ done: 1, left: 0 })
    expect((await read(second.id)).status).toBe('shipped')
  })

  test('refuses a name of two carriers as ambiguous', async () => {
    const db = await database()
    await db.insert(tables.dict).values({ type: 'carrier', label: '顺丰快运', value: 'SFKY' })
    const { order_no } = await paid(1)
    const tracking_no = number()
    expect(await errorsOf([{ order_no, carrier: '顺丰', tracking_no }])).toEqual(['2 carrier ambiguous'])
    expect(await errorsOf([{ order_no, carrier: '顺丰快运', tracking_no }])).toEqual([])
    await db.delete(tables.dict).where(eq(tables.dict.value, 'SFKY'))
  })

  test('skips lines without a parcel, and parcels that were shipped already', async () => {
    const [done, open] = [await paid(2), await paid(1)]
    const parcel = { order_no: done.order_no, carrier: 'SF', tracking_no: number() }
    await apply((await started([parcel])).id)
    const [sku_no = ''] = done.sku_nos
    const again = await started([
      { ...parcel, sku_no: '', count: '' },
      { ...parcel, sku_no, count: 2 },
      { ...parcel, sku_no, count: 1 },
      { order_no: open.order_no, carrier: '', tracking_no: '' },
      { order_no: 'NONE', carrier: '', tracking_no: '' },
    ])
    const rows = await rowsOf(again.id)
    expect(rows.map(({ result, errors }) => errors[0]?.code ?? result)).toEqual([
      'required',
      'unchanged',
      'already_exists',
      'unchanged',
      'unchanged',
    ])
    expect((await started([parcel])).counts).toMatchObject({ create: 0, unchanged: 1, error: 0 })
    expect(await errorsOf([{ ...parcel, sku_no, count: 1 }])).toEqual(['2 tracking_no already_exists'])
  })

  test('reports each error at its line and column, and ships the other lines', async () => {
    const [fine, unpaid, gone, open] = [await paid(1), await play.placeOrder(payer), await paid(3), await paid(1)]
    const [sku_no = ''] = gone.sku_nos
    const parcel = (order_no: string, more: Line = {}): Line => ({
      order_no,
      carrier: 'SF',
      tracking_no: number(),
      sku_no: '',
      count: '',
      ...more,
    })
    const lines = [
      parcel('261120K7XQ2MZ4T8WB3X'),
      parcel(unpaid.order_no),
      parcel(gone.order_no, { sku_no, count: 4 }),
      parcel(open.order_no, { carrier: 'Hermes', tracking_no: 'H1' }),
      parcel(open.order_no, { tracking_no: '顺丰1380' }),
      parcel(open.order_no, { tracking_no: '1.23457E+14' }),
      parcel(gone.order_no, { sku_no: 'NONE' }),
      parcel(open.order_no, { carrier: '' }),
      parcel(open.order_no, { tracking_no: '' }),
      parcel('', { tracking_no: 'X1' }),
      parcel('2.61120E+19'),
      parcel(gone.order_no, { sku_no, count: 0 }),
      parcel(gone.order_no, { count: 1 }),
      parcel(fine.order_no),
    ]
    const { id } = await started(lines)
    const errors = (await rowsOf(id)).flatMap((row) => row.errors.map(({ column, code }) => [row.line, column, code]))
    expect(errors).toEqual([
      [2, 'order_no', 'not_found'],
      [3, 'order_no', 'order_state'],
      [4, 'count', 'out_of_range'],
      [5, 'carrier', 'not_found'],
      [6, 'tracking_no', 'invalid_format'],
      [7, 'tracking_no', 'number_format'],
      [8, 'sku_no', 'not_found'],
      [9, 'carrier', 'required'],
      [10, 'tracking_no', 'required'],
      [11, 'order_no', 'required'],
      [12, 'order_no', 'number_format'],
      [13, 'count', 'too_small'],
      [14, 'sku_no', 'required'],
    ])
    expect((await apply(id)).problem.code).toBe('import_errors')
    expect((await apply(id, true)).body).toMatchObject({ done: 1, left: 0, counts: { create: 1, error: 13 } })
    expect((await read(fine.id)).status).toBe('shipped')
    expect((await read(gone.id)).shipments).toEqual([])
  })

  test('refuses pieces of a refund, two lines for the same pieces, and more parcels than an order may have', async () => {
    const order = await paid(20)
    const [sku_no = ''] = order.sku_nos
    const { id: line } = await play.lineOf(order.id)
    const many = Array.from({ length: maxParcels + 1 }, () => ({
      order_no: order.order_no,
      carrier: 'SF',
      tracking_no: number(),
      sku_no,
      count: 1,
    }))
    expect(await errorsOf(many)).toEqual([
      `${maxParcels + 1} order_no limit_reached`,
      `${maxParcels + 2} order_no limit_reached`,
    ])
    const twice = { ...many[0], count: 11 }
    expect(await errorsOf([twice, { ...twice, tracking_no: number() }])).toEqual(['3 count out_of_range'])
    expect(await errorsOf([twice, twice])).toEqual(['2 null incomplete', '3 sku_no duplicate'])
    const broken = { ...twice, count: 21 }
    expect(await errorsOf([broken, twice, twice])).toEqual([
      '2 count out_of_range',
      '3 null incomplete',
      '4 sku_no duplicate',
    ])
    await play.refund(order.id, staff.id, { items: [{ order_item_id: line, count: 5 }] })
    expect(await errorsOf([{ ...twice, count: 16 }])).toEqual(['2 count being_refunded'])
    expect(await errorsOf([{ ...twice, count: 21 }])).toEqual(['2 count out_of_range'])
  })

  test('counts parcels as well as lines', async () => {
    const order = await paid(2, 1)
    const [first = '', second = ''] = order.sku_nos
    const parcel = { order_no: order.order_no, carrier: 'SF', tracking_no: number() }
    const file = await started([
      { ...parcel, sku_no: first, count: 1 },
      { ...parcel, sku_no: second, count: 1 },
      { ...parcel, tracking_no: number(), sku_no: '', count: '' },
      { order_no: order.order_no, carrier: '', tracking_no: '', sku_no: '', count: '' },
    ])
    expect(file).toMatchObject({ left: 3, records: { done: 0, left: 2 } })
    const rows = await rowsOf(file.id)
    const { items } = await read(order.id)
    expect(rows.map(({ changes }) => changes.goods?.[1])).toEqual([
      `${items[0]?.name} ×1`,
      `${items[1]?.name} ×1`,
      `${items[0]?.name} ×1`,
      undefined,
    ])
    expect((await apply(file.id)).body).toMatchObject({ done: 3, records: { done: 2, left: 0 } })
  })

  test('waits for the answer to a customer who asks for another address', async () => {
    const order = await paid(1)
    const { body: address } = await api('POST /v1/address', {
      token: payer.token,
      body: { ...addressInput, name: '林二' },
    })
    const body = { address_id: address.id }
    await api('PUT /v1/order/{id}/receiver', { token: payer.token, params: { id: order.id }, body })
    const file = await started([{ order_no: order.order_no, carrier: 'SF', tracking_no: number() }])
    expect((await rowsOf(file.id))[0]?.errors).toMatchObject([{ column: 'order_no', code: 'address_asked' }])
  })

  test('names the open after-sale case of pieces that cannot be shipped', async () => {
    const order = await paid(1, 1)
    const { items } = await read(order.id)
    const { body } = await askFor(payer.token, order.id, items[0]?.id ?? 0)
    const parcel = { order_no: order.order_no, carrier: 'SF', tracking_no: number() }
    const errorsIn = async (line: Line) => (await rowsOf((await started([line])).id))[0]?.errors
    expect(await errorsIn(parcel)).toEqual([
      { column: 'order_no', code: 'after_sale_open', value: order.order_no, after_sale_id: body.id },
    ])
    expect(await errorsIn({ ...parcel, sku_no: order.sku_nos[0] ?? '' })).toMatchObject([
      { column: 'sku_no', code: 'after_sale_open', after_sale_id: body.id },
    ])
    expect(await errorsIn({ ...parcel, sku_no: order.sku_nos[1] ?? '' })).toEqual([])
  })

  test('reports at its line an order that has changed since the upload', async () => {
    const [sold, cancelled, fine] = [await paid(2), await paid(1), await paid(1)]
    const [sku_no = ''] = sold.sku_nos
    const { id } = await started([
      { order_no: sold.order_no, carrier: 'SF', tracking_no: number(), sku_no, count: 2 },
      { order_no: cancelled.order_no, carrier: 'SF', tracking_no: number(), sku_no: '', count: '' },
      { order_no: fine.order_no, carrier: 'SF', tracking_no: number(), sku_no: '', count: '' },
    ])
    const { id: line } = await play.lineOf(sold.id)
    await play.ship(sold.id, staff.token, { items: [{ order_item_id: line, count: 1 }] })
    await play.ship(cancelled.id, staff.token)
    expect((await apply(id)).body).toMatchObject({ done: 1, left: 0, counts: { create: 1, error: 2 } })
    const rows = await rowsOf(id)
    expect(rows.map(({ errors }) => errors.map(({ column, code }) => `${column} ${code}`))).toEqual([
      ['count out_of_range'],
      ['order_no order_state'],
      [],
    ])
    expect((await read(sold.id)).shipments).toHaveLength(1)
  })

  test('refuses other columns, since a misspelled SKU number would ship the whole order', async () => {
    const reply = await sendFile(csv([{ order_no: 'X', carrier: 'SF', tracking_no: 'SF1', 'SKU no': 'A' }]))
    expect(reply).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'unknown_field', params: { column: 'SKU no' } }] },
    })
  })

  test('requires the permission to ship, and the column of order numbers', async () => {
    const { token } = await newStaff(['cms.order.list'])
    expect((await sendFile(csv([{ order_no: 'X' }]), token)).status).toBe(403)
    const reply = await sendFile(csv([{ carrier: 'SF' }]))
    expect(reply).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'file', code: 'required', params: { column: 'order_no' } }] },
    })
  })
})

describe('the file of orders', () => {
  test('has a line per order, and ships the orders when it is filled in and imported', async () => {
    const order = await paid(2, 1)
    const [line, ...others] = await download(`tab=to_ship&customer_id=${payer.id}`)
    expect(others).toEqual([])
    expect(line).toMatchObject({
      order_no: order.order_no,
      status: 'paid',
      pieces: '3',
      items_yuan: '59.97',
      freight_yuan: '0.00',
      discount_yuan: '0.00',
      total_yuan: '59.97',
      mobile: expect.any(String),
      carrier: '',
      tracking_no: '',
    })
    expect(line?.goods).toMatch(/×2; .*×1$/)
    expect((await started([{ ...line }])).counts).toEqual({ create: 0, update: 0, unchanged: 1, error: 0 })
    await apply((await started([{ ...line, carrier: '中通快递', tracking_no: number() }])).id)
    expect(await read(order.id)).toMatchObject({ status: 'shipped', shipments: [{ carrier: 'ZTO' }] })
  })

  test('with lines=true has a line per item, with the pieces that are left to ship', async () => {
    const order = await paid(3, 1)
    const [sku_no = '', other] = order.sku_nos
    const { items } = await read(order.id)
    await play.ship(order.id, staff.token, { items: [{ order_item_id: items[0]?.id ?? 0, count: 2 }] })
    const lines = await download(`customer_id=${payer.id}&lines=true`)
    expect(lines).toMatchObject([
      { sku_no, bought: '3', shipped: '2', refunded: '0', count: '1', amount_yuan: '59.97', carrier: '' },
      { sku_no: other, bought: '1', shipped: '0', count: '1' },
    ])
    const tracking_no = number()
    await apply((await started(lines.map((line) => ({ ...line, carrier: 'SF', tracking_no })))).id)
    expect((await read(order.id)).shipments[1]).toMatchObject({ tracking_no, items: [{ count: 1 }, { count: 1 }] })
  })

  test('has the numbers of the payment, the notes of staff, SKU numbers, and the place apart', async () => {
    const { id, order_no, sku_nos } = await paid(1, 2)
    const db = await database()
    const note = { order_id: id, pinned: false, actor: staff.id }
    await db.insert(tables.order_note).values(['缺货', '=已补'].map((text) => ({ ...note, text })))
    const [payment] = await db.select().from(tables.payment).where(eq(tables.payment.order_id, id))
    const [line] = await download(`q=${order_no}`)
    const { receiver } = await read(id)
    expect(line).toMatchObject({
      payment_no: payment?.payment_no,
      transaction_id: payment?.transaction_id,
      notes: '缺货; =已补',
      sku_nos: sku_nos.join('; '),
      province: receiver.province,
      city: receiver.city,
    })
    expect(await download(`q=${order_no}&lines=true&labels=zh-CN`)).toMatchObject([
      { 支付单号: payment?.payment_no, 省份: receiver.province, 员工备注: "缺货; '=已补" },
      { 交易单号: payment?.transaction_id, 城市: receiver.city },
    ])
  })

  test('has what is to be paid for an item, and what was paid only of a paid order', async () => {
    const { sku } = await newProduct()
    const unpaid = await api('POST /v1/order', { token: payer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
    const { order_no } = await paid(1)
    const linesOf = async (no: string) => (await download(`q=${no}&lines=true`))[0]
    expect(await linesOf(unpaid.body.order_no)).toMatchObject({ total_yuan: '19.99', paid_yuan: '0.00' })
    expect(await linesOf(order_no)).toMatchObject({ total_yuan: '19.99', paid_yuan: '19.99' })
  })

  test('with labels has translated headers and values, and times in the time zone of the shop', async () => {
    await paid(1)
    const [line] = await download(`tab=to_ship&customer_id=${payer.id}&labels=zh-CN`)
    expect(line).toMatchObject({ 状态: '待发货', 发货进度: '未发货', 快递公司: '', 物流单号: '' })
    expect(line?.下单时间).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  test('lists the parcels that were shipped, and changes nothing when it is imported, in any language', async () => {
    const order = await paid(2, 1)
    const [first = 0, second = 0] = (await read(order.id)).items.map(({ id }) => id)
    const numbers = [number(), number()]
    const ship = (carrier: string, at: number, items: { order_item_id: number; count: number }[]) =>
      play.ship(order.id, staff.token, { carrier, tracking_no: numbers[at], items })
    await ship('SF', 0, [{ order_item_id: first, count: 1 }])
    const query = `customer_id=${payer.id}`
    const part = await download(query)
    expect(part).toMatchObject([
      { fulfilment: 'part', carrier: 'SF', tracking_no: numbers[0], shipped_at: expect.stringMatching(/^20/) },
    ])
    expect((await sendFile(csv(part))).body.counts).toMatchObject({ unchanged: 1, error: 0 })
    await ship('ZTO', 1, [
      { order_item_id: first, count: 1 },
      { order_item_id: second, count: 1 },
    ])
    const tracking_no = numbers.join('; ')
    expect(await download(query)).toMatchObject([{ fulfilment: 'all', carrier: 'SF; ZTO', tracking_no }])
    expect(await download(`${query}&labels=zh-CN`)).toMatchObject([
      { 发货进度: '已全部发货', 快递公司: '顺丰速运; 中通快递', 物流单号: tracking_no },
    ])
    expect(await download(`${query}&lines=true`)).toMatchObject([
      { carrier: 'SF; ZTO', tracking_no, count: '' },
      { carrier: 'ZTO', tracking_no: numbers[1], count: '' },
    ])
    // A disabled carrier is still recognized in parcels that were sent.
    await (await database()).update(tables.dict).set({ status: 'disabled' }).where(eq(tables.dict.value, 'ZTO'))
    for (const labels of ['', '&labels=en', '&labels=zh-CN']) {
      for (const lines of ['', '&lines=true']) {
        const workbook = await (await fileOf(`format=xlsx&${query}${lines}${labels}`)).blob()
        for (const file of [csv(await download(`${query}${lines}${labels}`)), workbook])
          expect((await sendFile(file)).body.counts).toEqual({
            create: 0,
            update: 0,
            unchanged: lines ? 2 : 1,
            error: 0,
          })
      }
    }
    await (await database()).update(tables.dict).set({ status: 'enabled' }).where(eq(tables.dict.value, 'ZTO'))
  })
})
