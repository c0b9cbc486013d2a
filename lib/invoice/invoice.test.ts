import { eq, sql } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { removeDue } from '@/lib/file/objects'
import { sendRefunds } from '@/lib/payment/provider'
import { failRefunds } from '@/lib/platform/sandbox/refunds'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { formWith, picture } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'
import { ofd, pdf } from './testing/files'

const company = { kind: 'company', title: '杭州青梧茶业有限公司', tax_no: '91350100M000100Y43' }
const codes = ['list', 'issue', 'export'].map((verb) => `cms.invoice.${verb}`)

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  staff = await newStaff([...codes, 'cms.order.list', 'cms.order.refund', 'cms.order.ship'])
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
})
beforeEach(async () => {
  payer = await play.newPayer()
  await setParameters({
    'invoice.enabled': true,
    'invoice.from': 'paid',
    'invoice.days': 180,
    'invoice.content': 'goods',
    'order.unpaid_max': 100_000,
  })
})
afterEach(async () => {
  expect(await play.moneyFaults()).toEqual([])
})

/** Creates a paid order of two pieces at ¥10. Returns the id. */
async function sold() {
  const { skus } = await newProduct({ skus: [{ stock: 100, price: 1000 }] })
  const placed = await play.placeOrder(payer, { sku_id: skus[0]?.id ?? 0, count: 2 })
  await play.payOrder(payer, placed.id)
  await play.deliver()
  return placed.id
}

let numbers = 26_332_000_000_100_000_000n
const newNumber = () => String(numbers++)

const ask = (order_id: number, body: object = company) =>
  api('POST /v1/invoice', { token: payer.token, body: { order_id, ...body } })
const issue = (id: number, body: object = {}) =>
  api('POST /cms/invoice/{id}/issue', {
    token: staff.token,
    params: { id },
    body: { number: newNumber(), amount: 2000, version: 1, ...body },
  })
const replace = (id: number, body: object) =>
  api('POST /cms/invoice/{id}/replace', { token: staff.token, params: { id }, body })
const correct = (id: number, body: object, token = staff.token) =>
  api('POST /cms/invoice/{id}/correct', { token, params: { id }, body: { number: newNumber(), ...body } })
const own = async (id: number) => (await api('GET /v1/invoice/{id}', { token: payer.token, params: { id } })).body
const kept = async (id: number) => (await api('GET /cms/invoice/{id}', { token: staff.token, params: { id } })).body
const refundOne = async (order_id: number) => {
  const { id: order_item_id } = await play.lineOf(order_id)
  return play.refund(order_id, staff.id, { items: [{ order_item_id, count: 1 }] })
}
const upload = (bytes: Uint8Array<ArrayBuffer>, name = '发票.pdf') =>
  send<{ id: number; name: string }>('POST', '/cms/invoice/file', {
    token: staff.token,
    raw: formWith(bytes, { name }),
  })

/** Requests an invoice for a new order. Returns the ids of the order and the invoice. */
async function asked() {
  const order_id = await sold()
  return { order_id, id: (await ask(order_id)).body.id }
}

describe('asking', () => {
  test('copies the title, and offers it again in the list', async () => {
    const order_id = await sold()
    expect((await play.readOrder(payer, order_id)).actions).toContain('invoice')
    const reply = await ask(order_id, { ...company, email: ' Finance@Example.com ', bank: '招商银行' })
    expect(reply).toMatchObject({
      status: 201,
      body: { status: 'requested', amount: 2000, lines_by: 'goods', email: 'finance@example.com', bank: '招商银行' },
    })
    expect(reply.headers.get('location')).toBe(`/v1/invoice/${reply.body.id}`)
    const order = await play.readOrder(payer, order_id)
    expect(order.actions).not.toContain('invoice')
    expect(order.invoice).toMatchObject({ id: reply.body.id, status: 'requested', amount: 2000, file_url: null })
    const list = await api('GET /v1/invoice', { token: payer.token })
    expect(list.body.items).toMatchObject([{ title: company.title, tax_no: company.tax_no }])
  })

  test('is refused with a wrong tax number, by its code', async () => {
    const order_id = await sold()
    const faultOf = async (body: object) => {
      const { status, problem } = await ask(order_id, body)
      return [status, ...(problem?.invalid_params ?? []).map(({ name, code }) => `${name} ${code}`)]
    }
    expect(await faultOf({ ...company, tax_no: '91350100M000100Y44' })).toEqual([400, 'tax_no check_digit'])
    expect(await faultOf({ ...company, tax_no: '9135' })).toEqual([400, 'tax_no invalid_format'])
    expect(await faultOf({ kind: 'company', title: '青梧' })).toEqual([400, 'tax_no required'])
    expect(await faultOf({ ...company, kind: 'personal' })).toEqual([400, 'tax_no not_allowed'])
    expect(await faultOf({ kind: 'personal', title: ' ' })).toEqual([400, 'title too_small'])
    expect(await faultOf({ kind: 'personal', title: '王'.repeat(101) })).toEqual([400, 'title too_big'])
    expect(await faultOf({ kind: 'personal', title: '王小明', email: 'nowhere' })).toEqual([
      400,
      'email invalid_format',
    ])
    expect(await (await database()).$count(tables.invoice, eq(tables.invoice.order_id, order_id))).toBe(0)
  })

  test('is refused for an order that is unpaid, foreign, or invoiced already', async () => {
    const unpaid = await play.placeOrder(payer)
    expect(await ask(unpaid.id)).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    const order_id = await sold()
    const other = await play.newPayer()
    const foreign = await api('POST /v1/invoice', { token: other.token, body: { order_id, ...company } })
    expect(foreign).toMatchObject({
      status: 400,
      problem: { invalid_params: [{ name: 'order_id', code: 'not_found' }] },
    })
    const { body } = await ask(order_id)
    expect(await ask(order_id)).toMatchObject({ status: 409, problem: { code: 'already_exists' } })
    expect(await api('GET /v1/invoice/{id}', { token: other.token, params: { id: body.id } })).toMatchObject({
      status: 404,
    })
    expect((await api('GET /v1/invoice', { token: other.token })).body.items).toEqual([])
  })

  test('follows the settings', async () => {
    const order_id = await sold()
    const isOffered = async () => (await play.readOrder(payer, order_id)).actions.includes('invoice')
    const refused = { status: 409, problem: { code: 'order_state' } }
    await setParameters({ 'invoice.enabled': false })
    expect([await isOffered(), await ask(order_id)]).toMatchObject([false, refused])
    await setParameters({ 'invoice.enabled': true, 'invoice.from': 'shipped' })
    expect([await isOffered(), await ask(order_id)]).toMatchObject([false, refused])
    await play.ship(order_id, staff.token)
    expect(await isOffered()).toBe(true)
    await setParameters({ 'invoice.from': 'completed' })
    expect([await isOffered(), await ask(order_id)]).toMatchObject([false, refused])
    await setParameters({ 'invoice.from': 'paid', 'invoice.days': 1 })
    const longAgo = { paid_at: sql`now() - interval '25 hours'` }
    await (await database()).update(tables.order).set(longAgo).where(eq(tables.order.id, order_id))
    expect([await isOffered(), await ask(order_id)]).toMatchObject([false, refused])
  })

  test('is refused where everything is being refunded', async () => {
    const order_id = await sold()
    await play.refund(order_id, staff.id)
    expect(await ask(order_id)).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    await play.settleAll()
  })
})

describe('issuing', () => {
  test('fixes the amount, and gives the customer the file', async () => {
    const { order_id, id } = await asked()
    const { body: file } = await upload(pdf)
    const number = newNumber()
    const reply = await issue(id, { number, file_id: file.id })
    expect(reply).toMatchObject({ status: 200, body: { status: 'issued', number, amount: 2000 } })
    const { file_url } = await own(id)
    const { pathname, search } = new URL(file_url ?? '', 'http://localhost')
    const read = (path: string) => dispatch(new Request(`http://localhost${path}`))
    const downloaded = await read(pathname + search)
    expect(downloaded.status).toBe(200)
    expect(downloaded.headers.get('content-type')).toBe('application/pdf')
    expect(downloaded.headers.get('cache-control')).toBe('private, no-store')
    expect(new Uint8Array(await downloaded.arrayBuffer())).toEqual(pdf)
    expect((await read(pathname)).status).toBe(404)
    expect((await play.readOrder(payer, order_id)).invoice).toMatchObject({ number, status: 'issued' })
  })

  test('writes a row of the audit log without what stands on the invoice about its buyer', async () => {
    const { id } = await asked()
    const number = newNumber()
    await issue(id, { number })
    const [row] = await (await database())
      .select()
      .from(tables.oper_log)
      .where(sql`target_type = 'invoice' and target_id = ${String(id)}`)
    expect(row).toMatchObject({ action: 'issue', after: { status: 'issued', number }, before: { status: 'requested' } })
    expect(JSON.stringify(row)).not.toContain(company.title)
    expect(JSON.stringify(row)).not.toContain(company.tax_no)
  })

  test('is refused for another amount than what stays paid, another version, or a taken number', async () => {
    const { order_id, id } = await asked()
    for (const amount of [1999, 2001])
      expect((await issue(id, { amount })).problem?.invalid_params).toMatchObject([
        { name: 'amount', code: 'out_of_range', params: { minimum: 2000, maximum: 2000 } },
      ])
    expect(await issue(id, { version: 2 })).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    expect((await issue(id, { number: '12-34' })).problem?.invalid_params).toMatchObject([{ name: 'number' }])
    const other = await asked()
    const number = newNumber()
    expect((await issue(other.id, { number })).status).toBe(200)
    expect(await issue(id, { number })).toMatchObject({ status: 409, problem: { code: 'already_exists' } })
    await refundOne(order_id)
    expect((await issue(id)).problem?.invalid_params).toMatchObject([{ name: 'amount', code: 'out_of_range' }])
    expect((await issue(id, { amount: 1000 })).status).toBe(200)
    expect(await issue(id, { amount: 1000, version: 2 })).toMatchObject({
      status: 409,
      problem: { code: 'order_state' },
    })
  })

  test('accepts PDF and OFD alone, of the member of staff who has uploaded it', async () => {
    const { id } = await asked()
    expect((await upload(ofd(), '发票.ofd')).status).toBe(201)
    const zip = await upload(ofd('other.xml'), '发票.ofd')
    expect(zip).toMatchObject({ status: 415 })
    expect(await upload(new Uint8Array(await picture()), '发票.pdf')).toMatchObject({ status: 415 })
    const large = new Uint8Array(2 * 1024 * 1024 + 1)
    large.set(pdf)
    expect(await upload(large)).toMatchObject({ status: 413 })
    const { body: file } = await upload(pdf)
    const colleague = await newStaff(codes)
    const foreign = await api('POST /cms/invoice/{id}/issue', {
      token: colleague.token,
      params: { id },
      body: { number: newNumber(), amount: 2000, file_id: file.id, version: 1 },
    })
    expect(foreign.problem?.invalid_params).toMatchObject([{ name: 'file_id', code: 'not_found' }])
    expect((await issue(id, { file_id: file.id })).status).toBe(200)
    const second = await asked()
    expect((await issue(second.id, { file_id: file.id })).problem?.invalid_params).toMatchObject([{ name: 'file_id' }])
    // An invoice is no picture: it can be neither an avatar, which is public, nor in a return request.
    const avatar = await send('PUT', '/v1/user', { token: payer.token, body: { avatar_id: file.id } })
    expect(avatar.problem?.invalid_params).toMatchObject([{ name: 'avatar_id', code: 'not_found' }])
  })

  test('is corrected: the number, or a file that comes later, in place of the former one', async () => {
    const { id } = await asked()
    expect(await correct(id, { version: 1 })).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    const number = newNumber()
    await issue(id, { number })
    expect((await correct(id, { number, version: 2 })).problem?.invalid_params).toMatchObject([
      { name: 'number', code: 'unchanged' },
    ])
    const bytesAt = async (url: string | null) => {
      const { pathname, search } = new URL(url ?? '', 'http://localhost')
      const response = await dispatch(new Request(`http://localhost${pathname}${search}`))
      return response.status === 200 ? new Uint8Array(await response.arrayBuffer()) : response.status
    }
    const { body: file } = await upload(pdf)
    const added = await correct(id, { number, file_id: file.id, version: 2 })
    expect(added).toMatchObject({ status: 200, body: { number, file_id: file.id, amount: 2000, version: 3 } })
    const { file_url: former } = await own(id)
    expect(await bytesAt(former)).toEqual(pdf)
    // A ZIP archive has the time of its making.
    const later = ofd()
    const { body: second } = await upload(later)
    expect((await correct(id, { number, file_id: second.id, version: 3 })).status).toBe(200)
    expect(await bytesAt((await own(id)).file_url)).toEqual(later)
    await removeDue()
    expect(await bytesAt(former)).toBe(404)
    const other = newNumber()
    expect(await correct(id, { number: other, version: 4 })).toMatchObject({
      status: 200,
      body: { number: other, file_id: second.id },
    })
    expect(await correct(id, { number: newNumber(), version: 4 })).toMatchObject({
      status: 409,
      problem: { code: 'stale_version' },
    })
    const third = await asked()
    await issue(third.id, { number })
    expect(await correct(third.id, { number: other, version: 2 })).toMatchObject({
      status: 409,
      problem: { code: 'already_exists' },
    })
    const foreign = await upload(pdf)
    const colleague = await newStaff(codes)
    expect(
      (await correct(third.id, { number, file_id: foreign.body.id, version: 2 }, colleague.token)).problem
        ?.invalid_params,
    ).toMatchObject([{ name: 'file_id', code: 'not_found' }])
    const reader = await newStaff(['cms.invoice.list'])
    expect((await correct(third.id, { number: newNumber(), version: 2 }, reader.token)).status).toBe(403)
    const rows = await (await database())
      .select()
      .from(tables.oper_log)
      .where(sql`target_type = 'invoice' and target_id = ${String(id)} and action = 'update' and success`)
      .orderBy(tables.oper_log.id)
    expect(rows).toMatchObject([
      { before: { file_id: null }, after: { file_id: file.id } },
      { before: { file_id: file.id }, after: { file_id: second.id } },
      { before: { number }, after: { number: other } },
    ])
  })

  test('is corrected while it has to be replaced, and no more afterwards', async () => {
    const { order_id, id } = await asked()
    await issue(id)
    await refundOne(order_id)
    const number = newNumber()
    expect(await correct(id, { number, version: 3 })).toMatchObject({
      status: 200,
      body: { status: 'to_replace', number },
    })
    expect((await replace(id, { number: newNumber(), amount: 1000, version: 4 })).status).toBe(200)
    expect(await correct(id, { number: newNumber(), version: 5 })).toMatchObject({
      status: 409,
      problem: { code: 'order_state' },
    })
    await play.settleAll()
  })

  test('a refused request can be made again', async () => {
    const { order_id, id } = await asked()
    const body = { reason: '税号与名称不一致', version: 1 }
    const refused = await api('POST /cms/invoice/{id}/refuse', { token: staff.token, params: { id }, body })
    expect(refused).toMatchObject({ status: 200, body: { status: 'refused' } })
    const order = await play.readOrder(payer, order_id)
    expect(order).toMatchObject({ invoice: { status: 'refused', reason: body.reason } })
    expect(order.actions).toContain('invoice')
    expect((await ask(order_id)).status).toBe(201)
    expect(await issue(id, { version: 2 })).toMatchObject({ status: 409, problem: { code: 'order_state' } })
  })
})

describe('a request', () => {
  const change = (id: number, body: object, token = payer.token) =>
    api('PUT /v1/invoice/{id}', { token, params: { id }, body })
  const withdraw = (id: number, token = payer.token) => api('DELETE /v1/invoice/{id}', { token, params: { id } })

  test('is corrected as a whole, and staff who have read it before are told', async () => {
    const order_id = await sold()
    const { id } = (await ask(order_id, { ...company, bank: '招商银行' })).body
    const reply = await change(id, { kind: 'personal', title: '林晚', email: 'lin@example.com' })
    expect(reply).toMatchObject({
      status: 200,
      body: { id, order_id, status: 'requested', kind: 'personal', title: '林晚', tax_no: null, bank: null },
    })
    expect((await play.readOrder(payer, order_id)).invoice).toMatchObject({ title: '林晚' })
    expect((await change(id, { kind: 'company', title: '青梧' })).problem?.invalid_params).toMatchObject([
      { name: 'tax_no', code: 'required' },
    ])
    expect(await issue(id)).toMatchObject({ status: 409, problem: { code: 'stale_version' } })
    expect((await issue(id, { version: 2 })).status).toBe(200)
  })

  test('is taken back, and can be made again', async () => {
    const { order_id, id } = await asked()
    expect((await withdraw(id)).status).toBe(204)
    expect((await withdraw(id)).status).toBe(404)
    expect(await issue(id)).toMatchObject({ status: 404 })
    const order = await play.readOrder(payer, order_id)
    expect([order.invoice, order.actions.includes('invoice')]).toEqual([null, true])
    expect((await ask(order_id)).status).toBe(201)
  })

  test('of another customer, or one that the shop has decided, is neither corrected nor taken back', async () => {
    const { order_id, id } = await asked()
    const other = await play.newPayer()
    expect([await change(id, company, other.token), await withdraw(id, other.token)]).toMatchObject([
      { status: 404 },
      { status: 404 },
    ])
    const decided = { status: 409, problem: { code: 'invoice_decided' } }
    await issue(id)
    expect([await change(id, company), await withdraw(id)]).toMatchObject([decided, decided])
    await refundOne(order_id)
    expect([await change(id, company), await withdraw(id)]).toMatchObject([decided, decided])
    const refused = await asked()
    const body = { reason: '税号与名称不一致', version: 1 }
    await api('POST /cms/invoice/{id}/refuse', { token: staff.token, params: { id: refused.id }, body })
    expect([await change(refused.id, company), await withdraw(refused.id)]).toMatchObject([decided, decided])
    await play.settleAll()
  })
})

describe('after a refund', () => {
  test('an issued invoice is replaced by one about the rest', async () => {
    const { order_id, id } = await asked()
    await issue(id)
    await refundOne(order_id)
    expect(await kept(id)).toMatchObject({ status: 'to_replace', amount: 2000, kept_amount: 1000, version: 3 })
    expect(await own(id)).toMatchObject({ status: 'to_replace', amount: 2000 })
    const number = newNumber()
    expect((await replace(id, { version: 3 })).problem?.invalid_params).toMatchObject([
      { name: 'number', code: 'required' },
    ])
    expect((await replace(id, { number, version: 3 })).problem?.invalid_params).toMatchObject([
      { name: 'amount', code: 'required' },
    ])
    expect((await replace(id, { number, amount: 2000, version: 3 })).problem?.invalid_params).toMatchObject([
      { name: 'amount', code: 'out_of_range' },
    ])
    expect((await own(id)).status).toBe('to_replace')
    const reply = await replace(id, { number, amount: 1000, version: 3 })
    expect(reply).toMatchObject({
      status: 200,
      body: { status: 'issued', number, amount: 1000, replaces_id: id, tax_no: company.tax_no },
    })
    expect(await own(id)).toMatchObject({ status: 'replaced', amount: 2000 })
    expect((await play.readOrder(payer, order_id)).invoice).toMatchObject({ id: reply.body.id, status: 'issued' })
    await play.settleAll()
    expect((await own(reply.body.id)).status).toBe('issued')
  })

  test('nothing is left of an invoice about an order that was refunded whole', async () => {
    const { order_id, id } = await asked()
    await issue(id)
    await play.refund(order_id, staff.id)
    const given = await replace(id, { number: newNumber(), amount: 1, version: 3 })
    expect(given).toMatchObject({ status: 409, problem: { code: 'order_state' } })
    expect(await replace(id, { version: 3 })).toMatchObject({ status: 200, body: { id, status: 'replaced' } })
    await play.settleAll()
    expect(await play.readOrder(payer, order_id)).toMatchObject({ status: 'refunded', invoice: { status: 'replaced' } })
  })

  test('a failed refund that is closed leaves the invoice in force', async () => {
    const { order_id, id } = await asked()
    await issue(id)
    const [paid] = await play.paymentsOf(order_id)
    await failRefunds(paid?.payment_no ?? '', 'account_abnormal')
    await refundOne(order_id)
    await sendRefunds(paid?.payment_no ?? '')
    expect((await own(id)).status).toBe('to_replace')
    await failRefunds(paid?.payment_no ?? '', null)
    const rid = (await play.refundsOf(order_id))[0]?.id ?? 0
    const closed = await api('POST /cms/order/{id}/refund/{rid}/close', {
      token: staff.token,
      params: { id: order_id, rid },
    })
    expect(closed.status).toBe(200)
    expect((await own(id)).status).toBe('issued')
  })
})

describe('the list of staff', () => {
  test('finds invoices by title, tax number, number and order, and counts them', async () => {
    const { order_id, id } = await asked()
    const number = newNumber()
    await issue(id, { number })
    const title = unique('青梧')
    const second = (await ask(await sold(), { kind: 'personal', title })).body
    const { order_no } = await play.readOrder(payer, order_id)
    const found = async (query: object) =>
      (await api('GET /cms/invoice', { token: staff.token, query: { size: '50', ...query } })).body.items.map(
        (row) => row.id,
      )
    expect(await found({ q: number })).toEqual([id])
    expect(await found({ q: order_no })).toEqual([id])
    expect(await found({ q: title.slice(0, 8) })).toEqual([second.id])
    expect(await found({ q: company.tax_no.toLowerCase() })).toContain(id)
    const typed = (text: string) => `“${text.slice(0, 6)}–${text.slice(6, 9)}．${text.slice(9)}\u200e”`
    for (const q of [number, order_no]) expect(await found({ q: typed(q) }), q).toEqual([id])
    expect(await found({ q: typed(company.tax_no) })).toContain(id)
    expect(await found({ order_id: String(order_id) })).toEqual([id])
    expect(await found({ status: 'issued', order_id: String(order_id) })).toEqual([id])
    expect(await found({ status: 'requested', order_id: String(order_id) })).toEqual([])
    expect(await found({ kind: 'personal' })).toContain(second.id)
    const { body } = await api('GET /cms/invoice/count', { token: staff.token })
    const rows = await (await database()).$count(tables.invoice, eq(tables.invoice.status, 'issued'))
    expect(body.issued).toBe(rows)
  })

  test('shows the lines by goods or by category, without what was refunded', async () => {
    const { order_id, id } = await asked()
    await refundOne(order_id)
    expect((await kept(id)).lines).toMatchObject([{ count: 1, amount: 1000 }])
    await setParameters({ 'invoice.content': 'category' })
    const other = await asked()
    const { lines } = await kept(other.id)
    expect(lines).toMatchObject([{ spec_text: '', count: 2, amount: 2000 }])
    const sum = lines.reduce((total, { amount }) => total + amount, 0)
    expect(sum).toBe((await kept(other.id)).kept_amount)
  })
})
