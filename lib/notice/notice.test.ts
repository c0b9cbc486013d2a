import { beforeEach, describe, expect, test } from 'vitest'
import { api } from '@/lib/testing/api'
import { crudContract } from '@/lib/testing/crud-contract'
import { newStaff, unique } from '@/lib/testing/factories'

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
