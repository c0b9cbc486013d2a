import { beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newStaff, setParameters } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { formWith } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  await setParameters({ 'invoice.enabled': true, 'order.unpaid_max': 100_000, 'limit.writes_per_minute': 1_000_000 })
  staff = await newStaff(['list', 'issue', 'export'].map((verb) => `cms.invoice.${verb}`))
  payer = await play.newPayer()
})

/** Requests an invoice for a new order of ¥2. Returns the invoice and the id of the order line. */
async function asked() {
  const [order] = await play.soldOrders([payer], { orders: 1, count: 2, stock: 10 })
  const body = { order_id: order?.id, kind: 'company', title: '=青梧茶业', tax_no: '91350100M000100Y43' }
  const { body: made } = await api('POST /v1/invoice', { token: payer.token, body })
  return { ...made, line: order?.line ?? 0 }
}

interface Started {
  id: number
  counts: Record<string, number>
}

const upload = (lines: string[]) =>
  send<Started>('POST', '/cms/invoice/import', {
    token: staff.token,
    raw: formWith(new TextEncoder().encode(lines.join('\n')), { name: '号码.csv' }),
  })
const errorsOf = async (id: number) =>
  (
    await api('GET /cms/invoice/import/{id}/row', { token: staff.token, params: { id }, query: { size: '100' } })
  ).body.items.map(({ result, errors }) => [result, ...errors.map(({ column, code }) => `${column} ${code}`)].join(' '))
const apply = (id: number, body: object = {}) =>
  api('POST /cms/invoice/import/{id}/apply', { token: staff.token, params: { id }, body })
const read = async (id: number) => (await api('GET /cms/invoice/{id}', { token: staff.token, params: { id } })).body

let numbers = 26_332_000_000_312_345_678n
const newNumber = () => String(numbers++)

test('the file of the invoices to issue, filled in, issues them, and changes nothing the second time', async () => {
  const [first, second] = [await asked(), await asked()]
  const file = new Request('http://localhost/cms/invoice?status=requested&format=csv&labels=zh-CN', {
    headers: { authorization: `Bearer ${staff.token}` },
  })
  const text = await (await dispatch(file)).text()
  const [header = '', ...lines] = text
    .trim()
    .replaceAll(/[\ufeff"]/g, '')
    .split(/\r?\n/)
  const at = header.split(',').indexOf('发票号码')
  expect(at).toBeGreaterThan(0)
  const given = new Map([first, second].map(({ id }) => [String(id), newNumber()]))
  const filled = lines.map((line) => {
    const cells = line.split(',')
    cells[at] = given.get(cells[0] ?? '') ?? ''
    return cells.join(',')
  })
  const { body } = await upload([header, ...filled])
  expect(body.counts).toMatchObject({ update: 2, error: 0 })
  expect((await read(first.id)).status).toBe('requested')
  expect((await apply(body.id)).body).toMatchObject({ done: 2, left: 0 })
  for (const { id } of [first, second])
    expect(await read(id)).toMatchObject({ status: 'issued', amount: 200, number: given.get(String(id)) })
  const again = await upload([header, ...filled])
  expect(again.body.counts).toMatchObject({ update: 0, unchanged: lines.length, error: 0 })
})

test('numbers are read with other characters between and around them', async () => {
  const { id, order_no } = await asked()
  const number = newNumber()
  const typed = (text: string) => `“${text.slice(0, 4)}\u2011${text.slice(4, 8)}_${text.slice(8)}．\u200b”`
  const line = `${typed(order_no.toLowerCase())},${typed(number)}`
  const { body } = await upload(['order_no,invoice_no', line])
  expect((await apply(body.id)).body).toMatchObject({ done: 1, left: 0 })
  expect(await read(id)).toMatchObject({ status: 'issued', number })
  expect((await upload(['order_no,invoice_no', line])).body.counts).toMatchObject({ unchanged: 1, error: 0 })
  const other = await asked()
  const again = [`${other.id},${typed(number)}`, `${other.id},12345678.0`, `${other.id},—`]
  expect(await errorsOf((await upload(['invoice_id,invoice_no', ...again])).body.id)).toEqual([
    'error invoice_no already_exists',
    'error invoice_no number_format',
    'error invoice_no too_small',
  ])
})

test('each error is at its column', async () => {
  const issued = await asked()
  const number = newNumber()
  await upload(['invoice_id,invoice_no', `${issued.id},${number}`]).then(({ body }) => apply(body.id))
  const [a, b, c] = [await asked(), await asked(), await asked()]
  const same = newNumber()
  const { body } = await upload([
    'invoice_id,order_no,invoice_no,amount_yuan',
    `${a.id},,${newNumber()},2.01`,
    `${a.id},,${newNumber()},1.99`,
    `${a.id},${b.order_no},${newNumber()},`,
    `999999,,${newNumber()},`,
    `,,${newNumber()},`,
    `${a.id},,2.6332E+19,`,
    `${a.id},,12/34/5678,`,
    `${issued.id},,${newNumber()},`,
    `${a.id},,${number},`,
    `,${b.order_no},${same},2.00`,
    `${c.id},,${same},`,
    `${b.id},,${newNumber()},`,
    `${a.id},,,`,
  ])
  expect(await errorsOf(body.id)).toEqual([
    'error amount_yuan out_of_range',
    'error amount_yuan out_of_range',
    'error order_no ambiguous',
    'error invoice_id not_found',
    'error order_no required',
    'error invoice_no number_format',
    'error invoice_no invalid_format',
    'error invoice_no order_state',
    'error invoice_no already_exists',
    'update',
    'error invoice_no duplicate',
    'error invoice_id duplicate',
    'unchanged',
  ])
  expect(await apply(body.id)).toMatchObject({ status: 409, problem: { code: 'import_errors' } })
  expect((await read(b.id)).status).toBe('requested')
  expect((await apply(body.id, { skip_errors: true })).body).toMatchObject({ done: 1, left: 0 })
  expect(await read(b.id)).toMatchObject({ status: 'issued', number: same })
})

test('a refund after the file was read becomes an error of its line, and the others are issued', async () => {
  const [refunded, other] = [await asked(), await asked()]
  const { body } = await upload([
    'invoice_id,invoice_no',
    `${refunded.id},${newNumber()}`,
    `${other.id},${newNumber()}`,
  ])
  await play.refund(refunded.order_id, staff.id, { items: [{ order_item_id: refunded.line, count: 1 }] })
  expect((await apply(body.id)).body).toMatchObject({ done: 1, left: 0 })
  expect(await errorsOf(body.id)).toEqual(['error amount_yuan out_of_range', 'update'])
  expect((await read(refunded.id)).status).toBe('requested')
  expect((await read(other.id)).status).toBe('issued')
  await play.settleAll()
  const audited = await (await database()).select().from(tables.oper_log)
  expect(
    audited.filter(({ target_type, target_id }) => target_type === 'invoice' && target_id === String(other.id)),
  ).toHaveLength(1)
})

test('a request that its customer has corrected is not issued as the file says', async () => {
  const [before, after, other] = [await asked(), await asked(), await asked()]
  const correct = ({ id }: { id: number }) =>
    api('PUT /v1/invoice/{id}', { token: payer.token, params: { id }, body: { kind: 'personal', title: '林晚' } })
  await correct(before)
  const line = ({ id, title, tax_no }: typeof before) => `${id},${title},${tax_no},${newNumber()}`
  const { body } = await upload(['invoice_id,title,tax_no,invoice_no', ...[before, after, other].map(line)])
  expect(await errorsOf(body.id)).toEqual(['error title stale_version tax_no stale_version', 'update', 'update'])
  await correct(after)
  expect((await apply(body.id, { skip_errors: true })).body).toMatchObject({ done: 1, left: 0 })
  expect((await errorsOf(body.id))[1]).toBe('error invoice_no stale_version')
  expect((await read(after.id)).status).toBe('requested')
  expect((await read(other.id)).status).toBe('issued')
})
