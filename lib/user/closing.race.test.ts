import { sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { phoneCode } from '@/lib/platform/sandbox/control'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { addressInput, database, newProduct, newStaff, setParameters, unique } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'

beforeEach(async () => {
  play.usePlatform()
  await setParameters({
    'limit.writes_per_minute': 100_000,
    'limit.registrations_per_hour': 10_000,
    'address.max': 10_000,
    'order.unpaid_max': 1_000,
  })
})

const secret = 'a good long secret'
const digits = () => String(Math.floor(Math.random() * 1e8)).padStart(8, '0')

/** Registers a customer whose personal texts occur nowhere else in the database. */
async function newPerson() {
  const texts = {
    account: unique('name-'),
    nickname: unique('昵称'),
    receiver: unique('收件人'),
    mobile: `139${digits()}`,
    phone: `138${digits()}`,
    detail: unique('门牌'),
    remark: unique('备注'),
    note: unique('客服备注'),
    external_id: unique('ERP-'),
    tag: unique('标签'),
  }
  const body = { type: 100, account: texts.account, secret, nickname: texts.nickname }
  const { body: token } = await api('POST /v1/user', { body, ip: unique('ip') })
  return { texts, id: token.user.id, token: token.token }
}

type Person = Awaited<ReturnType<typeof newPerson>>

/** Returns every text column of every table with one of the given texts, as `address.name: 门牌…`. */
async function textsFound(texts: string[]): Promise<string[]> {
  const db = await database()
  const columns = await db
    .select({ table: sql<string>`table_name::text`, column: sql<string>`column_name::text` })
    .from(sql`information_schema.columns`)
    .where(
      sql`table_schema = 'public' and (data_type in ('text', 'jsonb', 'ARRAY') or data_type like 'character%')
        and not (table_name = 'order' and column_name = 'receiver')
        -- The other side's own records: the simulated platform is no part of the shop.
        and table_name not like 'sandbox%'`,
    )
  const each = columns.map(
    ({ table, column }) => sql`
      select ${`${table}.${column}`}::text as place, t.${sql.identifier(column)}::text as content
      from ${sql.identifier(table)} t where t.${sql.identifier(column)} is not null`,
  )
  const rows = await db
    .select({ place: sql<string>`place`, content: sql<string>`content` })
    .from(sql`(${sql.join(each, sql` union all `)}) as everything`)
  return rows.flatMap(({ place, content }) =>
    texts.filter((text) => content.includes(text)).map((text) => `${place}: ${text}`),
  )
}

/** Repeats a write until it is refused because the account is closed. */
async function untilClosed(write: () => Promise<{ status: number }>): Promise<void> {
  for (;;) {
    const { status } = await write()
    if (status === 401) return
  }
}

const close = ({ token }: Person) => send('DELETE', '/v1/user', { token, body: { secret } })

/** Sends all kinds of writes about a customer, until the account is closed. */
function fire({ texts, token, id }: Person, { sku_id, staff }: { sku_id: number; staff: string }) {
  const address = { ...addressInput, name: texts.receiver, mobile: texts.mobile, detail: texts.detail }
  const place = async () => {
    const headers = { 'idempotency-key': unique('order-key-') }
    const body = { items: [{ sku_id, count: 1 }], remark: texts.remark }
    const placed = await api('POST /v1/order', { token, headers, body })
    if (placed.status !== 201) return placed
    return api('POST /v1/order/{id}/cancel', { token, params: { id: placed.body.id } })
  }
  const claim = async () => {
    const { code } = await phoneCode({ phone: texts.phone })
    return api('POST /v1/user/mobile', { token, body: { code } })
  }
  const guess = async () => {
    const body = { type: 100, account: texts.account, secret: 'not the secret' }
    await api('POST /v1/token', { body, ip: unique('ip') })
    return api('GET /v1/user', { token })
  }
  const note = async () => {
    await api('PUT /cms/customer/{id}', {
      token: staff,
      params: { id },
      body: { remark: `${texts.note} ${unique('')}`, external_id: texts.external_id, tags: [texts.tag] },
    })
    const file = `http://localhost/cms/customer?format=csv&external_id=${texts.external_id}&q=${encodeURIComponent(texts.nickname)}`
    await (await dispatch(new Request(file, { headers: { authorization: `Bearer ${staff}` } }))).text()
    return api('GET /v1/user', { token })
  }
  const profile = () => api('PUT /v1/user', { token, body: { nickname: texts.nickname, gender: 'female' } })
  const add = () => api('POST /v1/address', { token, body: address })
  return [add, add, profile, profile, place, claim, guess, note].map(untilClosed)
}

test('25 accounts that are closed while their owners write leave no personal data', async () => {
  const { sku } = await newProduct({ skus: [{ stock: 1_000_000 }] })
  const { token: staff } = await newStaff(['cms.customer.list', 'cms.customer.export', 'cms.customer.update'])
  const people: Person[] = []
  for (let at = 0; at < 25; at++) people.push(await newPerson())
  for (const group of [people.slice(0, 9), people.slice(9, 17), people.slice(17)]) {
    await Promise.all(
      group.map(async (person) => {
        const writes = fire(person, { sku_id: sku.id, staff })
        // An order that is placed and not yet cancelled refuses the closing.
        let status = 409
        while (status === 409) status = (await close(person)).status
        expect(status).toBe(204)
        await Promise.all(writes)
      }),
    )
  }
  const closed = await (await database()).$count(tables.user, sql`kind = 'customer' and deleted_at is not null`)
  expect(closed).toBe(25)
  const headers = { authorization: `Bearer ${process.env.CRON_SECRET}` }
  expect((await dispatch(new Request('http://localhost/api/cron?job=prune', { headers }))).status).toBe(200)
  const left = await textsFound(people.flatMap(({ texts }) => Object.values(texts)))
  expect(left).toEqual([])
})
