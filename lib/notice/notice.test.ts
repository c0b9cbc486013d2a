import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { connection } from '@/lib/kit/database'
import { alarm } from '@/lib/payment/alarm'
import { api } from '@/lib/server/testing/api'
import { crudContract } from '@/lib/server/testing/crud-contract'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import { declaredAccess } from '@/lib/server/update-database'
import { closeAccount } from '@/lib/user/closing'
import { mergeCustomers } from '@/lib/user/merge'
import { postSystemNotice } from './commands'

crudContract('/cms/notice', {
  body: () => ({ title: unique('通知'), type: 2, audience: 'staff', content: '<p>明天盘点。</p>' }),
  change: { title: '改过的标题', pinned: true, ends_at: '2031-01-01T00:00:00.000Z' },
})

let token: string
beforeEach(async () => {
  token = (await newStaff(['list', 'create', 'update'].map((verb) => `cms.notice.${verb}`))).token
})

const post = (body: object = {}) =>
  api('POST /cms/notice', { token, body: { title: unique('通知'), content: '<p>正文</p>', ...body } })
const put = (id: number, body: object) => api('PUT /cms/notice/{id}', { token, params: { id }, body })
const publicTitles = async () =>
  (await api('GET /v1/notice', { query: { size: 100 } })).body.items.map(({ title }) => title)
const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('the content', () => {
  test('is cleaned on creation and on change, and is not in the list', async () => {
    const { body } = await post({ content: '<p onclick="x()">好<script>alert(1)</script></p>' })
    expect(body.content).toBe('<p>好</p>')
    const changed = await put(body.id, { content: '<p>新<iframe src="https://example.com"></iframe></p>' })
    expect(changed.body.content).toBe('<p>新</p>')
    const { items } = (await api('GET /cms/notice', { token, query: { size: 100 } })).body
    expect(items.find(({ id }) => id === body.id)).not.toHaveProperty('content')
  })
})

describe('publishing', () => {
  test('sets the time once: a notice that is taken offline and published again keeps it', async () => {
    const { body } = await post()
    expect(body).toMatchObject({ status: 'draft', published_at: null })
    const { published_at } = (await put(body.id, { status: 'published' })).body
    expect(Math.abs(Date.parse(published_at ?? '') - Date.now())).toBeLessThan(60_000)
    await put(body.id, { status: 'offline' })
    expect((await put(body.id, { status: 'published' })).body.published_at).toBe(published_at)
  })

  test.each([
    ['published', { status: 'published' }, true],
    ['a draft', { status: 'draft' }, false],
    ['offline', { status: 'offline' }, false],
    ['for staff', { status: 'published', audience: 'staff' }, false],
    ['before its window', { status: 'published', starts_at: day(1) }, false],
    ['within its window', { status: 'published', starts_at: day(-1), ends_at: day(1) }, true],
    ['after its window', { status: 'published', ends_at: day(-1) }, false],
  ])('%s: shown to customers or not', async (_, values, isShown) => {
    const { title } = (await post(values)).body
    expect((await publicTitles()).includes(title)).toBe(isShown)
  })

  test('pinned notices come first', async () => {
    const pinned = (await post({ status: 'published', pinned: true })).body.title
    const newer = (await post({ status: 'published' })).body.title
    const titles = await publicTitles()
    expect(titles.indexOf(pinned)).toBeLessThan(titles.indexOf(newer))
  })
})

test('a window that ends before it begins is refused, also when only one end is changed', async () => {
  const refused = { status: 400, problem: { invalid_params: [{ name: 'ends_at', code: 'before_start' }] } }
  expect(await post({ starts_at: day(2), ends_at: day(1) })).toMatchObject(refused)
  const { id } = (await post({ ends_at: day(1) })).body
  expect(await put(id, { starts_at: day(2) })).toMatchObject(refused)
  expect((await put(id, { starts_at: day(2), ends_at: null })).body).toMatchObject({ ends_at: null })
})

test('the list is filtered and sorted', async () => {
  const mark = unique('批')
  for (const [index, type] of [1, 2, 2].entries()) await post({ title: `${mark}${index}`, type })
  const list = async (query: object) =>
    (await api('GET /cms/notice', { token, query: { q: mark, ...query } })).body.items.map(({ title }) =>
      title.slice(-1),
    )
  expect(await list({ type: 2, sort: 'title' })).toEqual(['1', '2'])
  expect(await list({ sort: '-title' })).toEqual(['2', '1', '0'])
})

describe('read state', () => {
  const shown = (body: object = {}) => post({ status: 'published', audience: 'all', ...body })
  const unread = async (reader: string) => (await api('GET /cms/notice/unread', { token: reader })).body
  const open = (reader: string, id: number) => api('POST /cms/notice/{id}/read', { token: reader, params: { id } })
  const openAsCustomer = (reader: string, id: number) =>
    api('POST /v1/notice/{id}/read', { token: reader, params: { id } })
  const missing = { status: 404, problem: { code: 'not_found' } }

  test.each([
    ['for staff', { audience: 'staff' }, [true, false]],
    ['for customers', { audience: 'customer' }, [false, true]],
    ['for all', {}, [true, true]],
    ['a draft', { status: 'draft' }, [false, false]],
    ['offline', { status: 'offline' }, [false, false]],
    ['before its window', { starts_at: day(1) }, [false, false]],
    ['after its window', { ends_at: day(-1) }, [false, false]],
  ])(
    '%s: readers can open it and have it among their unread notices, others do not',
    async (_, values, [isForStaff, isForCustomers]) => {
      const [colleague, buyer] = [await newStaff(), await newCustomer()]
      const { id, title } = (await shown(values)).body
      const ofStaff = await unread(colleague.token)
      const ofCustomer = (await api('GET /v1/notice/unread', { token: buyer.token })).body
      expect(ofStaff.items.some((item) => item.id === id)).toBe(isForStaff)
      expect(ofCustomer.items.some((item) => item.id === id)).toBe(isForCustomers)
      const content = '<p>正文</p>'
      expect(await open(colleague.token, id)).toMatchObject(
        isForStaff ? { status: 200, body: { id, title, content } } : missing,
      )
      expect(await openAsCustomer(buyer.token, id)).toMatchObject(
        isForCustomers ? { status: 200, body: { id, title, content } } : missing,
      )
      expect((await unread(colleague.token)).count).toBe(ofStaff.count - Number(isForStaff))
      expect((await api('GET /v1/notice/unread', { token: buyer.token })).body.count).toBe(
        ofCustomer.count - Number(isForCustomers),
      )
    },
  )

  test('is separate for each user: a notice that a colleague has read stays unread for others', async () => {
    const [one, other] = [await newStaff(), await newStaff()]
    const { id } = (await shown()).body
    await open(one.token, id)
    expect((await unread(one.token)).items.map((item) => item.id)).not.toContain(id)
    expect((await unread(other.token)).items[0]?.id).toBe(id)
  })

  test('of all notices is set together: the count is 0, and a later notice counts again', async () => {
    const colleague = await newStaff()
    await shown()
    expect(await api('POST /cms/notice/read', { token: colleague.token })).toMatchObject({ status: 204 })
    expect(await unread(colleague.token)).toEqual({ count: 0, items: [] })
    const { id } = (await shown()).body
    expect(await unread(colleague.token)).toMatchObject({ count: 1, items: [{ id, source: 'staff', kind: null }] })
  })

  test('lists the newest five unread notices, and counts all', async () => {
    const colleague = await newStaff()
    await api('POST /cms/notice/read', { token: colleague.token })
    const ids: number[] = []
    for (let at = 0; at < 6; at++) ids.unshift((await shown()).body.id)
    const { count, items } = await unread(colleague.token)
    expect(count).toBe(6)
    expect(items.map((item) => item.id)).toEqual(ids.slice(0, 5))
  })

  test('does not include withdrawn or deleted notices, which cannot be opened even by former readers', async () => {
    const [colleague, owner] = [await newStaff(), await newStaff(['cms.notice.delete'])]
    const [withdrawn, deleted] = [(await shown()).body, (await shown()).body]
    await open(colleague.token, deleted.id)
    await put(withdrawn.id, { status: 'offline' })
    await api('DELETE /cms/notice/{id}', { token: owner.token, params: { id: deleted.id } })
    expect((await unread(colleague.token)).items.map((item) => item.id)).not.toContain(withdrawn.id)
    for (const { id } of [withdrawn, deleted]) expect(await open(colleague.token, id)).toMatchObject(missing)
  })

  test('is not written to the audit log', async () => {
    const colleague = await newStaff()
    await open(colleague.token, (await shown()).body.id)
    await open(colleague.token, 2_000_000_000)
    const db = await database()
    expect(await db.$count(tables.oper_log, eq(tables.oper_log.user_id, colleague.id))).toBe(0)
  })

  test('lists readers with their names; customers only with the permission to list them', async () => {
    const [colleague, buyer] = [await newStaff(), await newCustomer({ nickname: '阿青' })]
    const { id } = (await shown()).body
    await open(colleague.token, id)
    await openAsCustomer(buyer.token, id)
    const readers = async (reader: string, query = {}) =>
      (await api('GET /cms/notice/{id}/reader', { token: reader, params: { id }, query })).body
    const of = { id: buyer.id, kind: 'customer', username: null }
    expect(await readers(token)).toMatchObject({
      items: [{ user: { ...of, nickname: '' } }, { user: { id: colleague.id, username: colleague.username } }],
      total: 2,
    })
    const more = await newStaff(['cms.notice.list', 'cms.customer.list'])
    expect((await readers(more.token)).items[0]).toMatchObject({ user: { ...of, nickname: '阿青' } })
    expect(await readers(token, { size: 1, page: 2 })).toMatchObject({
      items: [{ user: { id: colleague.id } }],
      total: 2,
    })
    expect(await api('GET /cms/notice/{id}/reader', { token, params: { id: 2_000_000_000 } })).toMatchObject(missing)
  })

  test('ends with the account, and moves when accounts are merged', async () => {
    const [stays, goes] = [await newCustomer(), await newCustomer()]
    const [both, one] = [(await shown()).body.id, (await shown()).body.id]
    for (const { token } of [stays, goes]) await openAsCustomer(token, both)
    await openAsCustomer(goes.token, one)
    const { transaction, db } = await connection()
    await transaction((tx) => mergeCustomers(tx, { from: goes.id, to: stays.id }))
    const readBy = (id: number) => db.$count(tables.notice_read, eq(tables.notice_read.user_id, id))
    expect([await readBy(stays.id), await readBy(goes.id)]).toEqual([2, 0])
    await transaction((tx) => closeAccount(tx, stays.id, undefined))
    expect(await readBy(stays.id)).toBe(0)
  })
})

describe('a system notice', () => {
  const code = 'cms.error_log.list'
  const report = async () => {
    const subject = unique('P')
    const db = await database()
    const values = { kind: 'payment_alarm', subject, params: { number: subject }, link: '/admin/error_log' } as const
    const reported = () => postSystemNotice(db, { ...values, permission_code: code })
    await reported()
    const rows = () =>
      db.select().from(tables.notice).where(eq(tables.notice.subject, subject)).orderBy(tables.notice.id)
    const [{ id } = { id: 0 }] = await rows()
    return { id, subject, reported, rows }
  }
  const unreadIds = async (reader: string) =>
    (await api('GET /cms/notice/unread', { token: reader })).body.items.map(({ id }) => id)

  test('is not found for users without its permission', async () => {
    const [may, may_not, root] = [await newStaff([code]), await newStaff(), await newStaff([], { is_root: true })]
    const { id, subject } = await report()
    for (const { token } of [may, root]) {
      const { items } = (await api('GET /cms/notice/unread', { token })).body
      const said = { kind: 'payment_alarm', params: { number: subject }, link: '/admin/error_log' }
      expect(items.find((item) => item.id === id)).toMatchObject({ source: 'system', title: '', ...said })
    }
    expect(await unreadIds(may_not.token)).not.toContain(id)
    const buyer = await newCustomer()
    const missing = { status: 404 }
    const params = { id }
    expect(await api('POST /cms/notice/{id}/read', { token: may_not.token, params })).toMatchObject(missing)
    expect(await api('POST /v1/notice/{id}/read', { token: buyer.token, params })).toMatchObject(missing)
    // Not in the pages for writing notices either.
    const all = ['list', 'update', 'delete'].map((verb) => `cms.notice.${verb}`)
    const [author, informed] = [await newStaff(all), await newStaff([...all, code])]
    const listed = async ({ token }: { token: string }) =>
      (await api('GET /cms/notice', { token, query: { source: 'system', size: 100 } })).body.items.map((row) => row.id)
    expect(await listed(author)).not.toContain(id)
    expect(await listed(informed)).toContain(id)
    for (const name of ['GET /cms/notice/{id}', 'GET /cms/notice/{id}/reader', 'DELETE /cms/notice/{id}'] as const)
      expect(await api(name, { token: author.token, params })).toMatchObject(missing)
    expect(await put(id, { status: 'offline' })).toMatchObject(missing)
    expect((await api('GET /cms/notice/{id}', { token: informed.token, params })).status).toBe(200)
  })

  test('is not repeated while it is open, disappears when it is withdrawn, and can be posted again afterwards', async () => {
    const { id, reported, rows } = await report()
    const reader = await newStaff([code, 'cms.notice.update'])
    await Promise.all([reported(), reported(), reported()])
    expect(await rows()).toHaveLength(1)
    const change = (body: object) => api('PUT /cms/notice/{id}', { token: reader.token, params: { id }, body })
    expect((await change({ status: 'offline' })).status).toBe(200)
    expect(await unreadIds(reader.token)).not.toContain(id)
    await reported()
    const again = (await rows()).at(-1)?.id
    expect(await unreadIds(reader.token)).toContain(again)
    expect(await change({ status: 'published' })).toMatchObject({
      status: 409,
      problem: { invalid_params: [{ name: 'status', code: 'already_exists' }] },
    })
  })

  test.each([{ title: '别的' }, { audience: 'all' }, { type: 2 }, { content: '<p>x</p>' }])(
    'keeps the text of the shop: %j',
    async (body) => {
      const { id } = await report()
      const { token } = await newStaff([code, 'cms.notice.update'])
      expect(await api('PUT /cms/notice/{id}', { token, params: { id }, body })).toMatchObject({
        status: 400,
        problem: { invalid_params: [{ name: Object.keys(body)[0], code: 'not_allowed' }] },
      })
    },
  )

  test('is posted by an alarm about a payment, once for its number', async () => {
    const number = unique('T')
    for (const what of ['payment refused: amount', 'payment refused: currency']) await alarm(what, number)
    const db = await database()
    const rows = await db.select().from(tables.notice).where(eq(tables.notice.subject, number))
    expect(rows).toMatchObject([{ kind: 'payment_alarm', params: { number }, status: 'published' }])
    const points = declaredAccess().points
    expect(points.map((point) => point.code)).toContain(rows[0]?.permission_code)
  })
})
