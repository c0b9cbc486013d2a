import { eq } from 'drizzle-orm'
import { afterEach, beforeAll, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { database, newBuyer, newCustomer, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import { formWith } from '@/lib/server/testing/pictures'
import { migrateDatabase } from '@/lib/server/update-database'

const grants = ['create', 'update', 'list', 'grant'].map((verb) => `cms.promotion.${verb}`)
const coupons = ['cms.coupon.list', 'cms.coupon.export']

let staff: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  await migrateDatabase()
  await setParameters({ 'limit.writes_per_minute': 100_000 })
  staff = await newStaff([...grants, ...coupons, 'cms.promotion.over', 'cms.customer.list'])
})
afterEach(async () => {
  await (await database()).update(tables.promotion).set({ enabled: false })
})

const from = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

async function offer(changes: object = {}) {
  const reply = await api('POST /cms/promotion', {
    token: staff.token,
    body: {
      name: unique('补偿券 '),
      label: '满50减5',
      gives: 'reduction',
      tiers: [{ from_amount: 5_000, off_amount: 500 }],
      coupon_source: 'staff',
      per_customer: 1,
      starts_at: from(-1),
      ends_at: from(1),
      ...changes,
    },
  })
  expect(reply).toMatchObject({ status: 201 })
  return reply.body
}

let numbers = 13_700_000_000

async function withMobile() {
  const customer = await newCustomer()
  const mobile = String(numbers++)
  await (await database()).insert(tables.identity).values({ user_id: customer.id, type: 102, identifier: mobile })
  return { ...customer, mobile }
}

interface Started {
  id: number
  counts: Record<string, number>
}

const upload = (promotion_id: number, lines: (string | number)[], token = staff.token) =>
  send<Started>('POST', '/cms/coupon/import', {
    token,
    raw: formWith(new TextEncoder().encode(lines.join('\n')), { name: '顾客.csv', promotion_id: String(promotion_id) }),
  })
const rowsOf = async (id: number, token = staff.token) =>
  (await api('GET /cms/coupon/import/{id}/row', { token, params: { id }, query: { size: '100' } })).body.items
const errorsOf = async (id: number) =>
  (await rowsOf(id)).map(({ result, errors }) =>
    [result, ...errors.map(({ column, code }) => `${column} ${code}`)].join(' '),
  )
const apply = (id: number, body: object = {}, token = staff.token) =>
  api('POST /cms/coupon/import/{id}/apply', { token, params: { id }, body })
const holders = async (promotion_id: number) =>
  (
    await api('GET /cms/coupon', { token: staff.token, query: { promotion_id: String(promotion_id), size: '100' } })
  ).body.items
    .map(({ customer, source }) => [customer.id, source])
    .sort(([a], [b]) => Number(a) - Number(b))

test('the customers of a file are granted a coupon each, once', async () => {
  const [a, b] = [await newCustomer(), await withMobile()]
  const { id } = await offer()
  const file = ['id,昵称,手机号,邮箱', `${a.id},晚晚,,`, `,,+86 ${b.mobile.replace(/(\d{3})(\d{4})/, '$1 $2 ')},`]
  const { body } = await upload(id, file)
  expect(body).toMatchObject({ counts: { create: 2, error: 0 }, ignored_columns: ['邮箱'] })
  expect(await holders(id)).toEqual([])
  expect((await apply(body.id)).body).toMatchObject({ done: 2, left: 0 })
  expect(await holders(id)).toEqual([
    [a.id, 'staff'],
    [b.id, 'staff'],
  ])
  expect((await apply(body.id)).body).toMatchObject({ done: 2, left: 0 })
  expect(await errorsOf((await upload(id, file)).body.id)).toEqual([
    'error customer limit_reached',
    'error customer limit_reached',
  ])
  expect(await holders(id)).toHaveLength(2)
  const audited = await (await database())
    .select()
    .from(tables.oper_log)
    .where(eq(tables.oper_log.target_id, String(id)))
  expect(audited.map(({ after }) => after)).toEqual(
    expect.arrayContaining([{ user_ids: [a.id] }, { user_ids: [b.id] }]),
  )
})

test('each line says why its customer gets none', async () => {
  const [a, b, buyer] = [await newCustomer(), await withMobile(), await newBuyer()]
  const { id } = await offer({ total: 1 })
  const header = 'user_id,mobile,customer'
  const { body } = await upload(id, [
    header,
    `${a.id},`,
    `${a.id},`,
    `${staff.id},`,
    ',13999999999',
    ',,晚晚',
    `${a.id},${b.mobile}`,
    'x,',
    ',1.37E+10',
    `,${b.mobile}`,
  ])
  expect(await errorsOf(body.id)).toEqual([
    'create',
    'error user_id duplicate',
    'error user_id not_found',
    'error mobile not_found',
    'error user_id required',
    'error mobile ambiguous',
    'error user_id invalid_type',
    'error mobile number_format',
    'error customer out_of_range',
  ])
  const first = await offer({ audience: 'first_order' })
  expect(await errorsOf((await upload(first.id, [header, `${buyer.id},`])).body.id)).toEqual([
    'error customer coupon_unusable',
  ])
})

test('what happens after the file was read is told at its lines', async () => {
  const [a, b] = [await newCustomer(), await newCustomer()]
  const { id, version } = await offer()
  const { body } = await upload(id, ['user_id', a.id, b.id])
  await api('POST /cms/promotion/{id}/grant', { token: staff.token, params: { id }, body: { user_ids: [a.id] } })
  expect((await apply(body.id)).body).toMatchObject({ done: 1, left: 0, counts: { error: 1 } })
  expect(await errorsOf(body.id)).toEqual(['error customer limit_reached', 'create'])
  const other = await upload(id, ['user_id', (await newCustomer()).id])
  await api('PUT /cms/promotion/{id}', { token: staff.token, params: { id }, body: { enabled: false, version } })
  expect((await apply(other.body.id)).body).toMatchObject({ done: 0, left: 0 })
  expect(await errorsOf(other.body.id)).toEqual(['error customer not_allowed'])
  expect(await upload(id, ['user_id', a.id])).toMatchObject({
    status: 400,
    problem: { invalid_params: [{ name: 'promotion_id', code: 'not_allowed' }] },
  })
})

test('customers and their phone numbers are only for those who see customers', async () => {
  const plain = await newStaff([...grants, ...coupons])
  const customer = await withMobile()
  const { id } = await offer()
  const refused = await upload(id, ['mobile', customer.mobile], plain.token)
  expect(await errorsOf(refused.body.id)).toEqual(['error mobile forbidden'])
  const byMobile = await upload(id, ['mobile', customer.mobile])
  const [row] = await rowsOf(byMobile.body.id, plain.token)
  expect(row?.changes).toEqual({ user_id: [null, String(customer.id)] })
  expect((await apply(byMobile.body.id, {}, plain.token)).problem).toMatchObject({ permission: 'cms.customer.list' })
  const byId = await upload(id, ['user_id', customer.id], plain.token)
  expect((await apply(byId.body.id, {}, plain.token)).body).toMatchObject({ done: 1 })
  const fileFor = async (token: string) => {
    const path = `http://localhost/cms/coupon?promotion_id=${id}&format=csv&labels=en`
    return (await dispatch(new Request(path, { headers: { authorization: `Bearer ${token}` } }))).text()
  }
  const [full, without] = [await fileFor(staff.token), await fileFor(plain.token)]
  expect(full.split('\n')[0]).toContain('"Customer ID","Customer","Phone","Promotion","Status"')
  expect(full).toContain(customer.mobile)
  expect(without).not.toContain(customer.mobile)
  expect(without).not.toContain('Phone')
})
