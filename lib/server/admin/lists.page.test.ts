import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { asAdmin, create } from '@/lib/server/testing/as-admin'
import { adminToken, ask, cookieOf, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'

/* The HTML of a list depends on the URL and the cookies: a reload or a link shows the same columns and filters. */

const heads = ({ document }: ReadPage) =>
  [...document.querySelectorAll('main thead th')].map((head) => head.textContent)
const head = ({ document }: ReadPage, name: string) =>
  [...document.querySelectorAll('main thead th')].find(({ textContent }) => textContent === name)
const rows = ({ document }: ReadPage) => [...document.querySelectorAll('main tbody tr')]
const cells = (page: ReadPage, column: number) =>
  rows(page).map((row) => row.querySelectorAll('td')[column]?.textContent ?? '')
const unique = () => randomUUID().slice(0, 8)

test('a list without pages is sorted by the column in its URL, if that column can be sorted', async () => {
  const token = await adminToken()
  const [unsorted, ascending, descending] = await Promise.all(
    ['', '?sort=code', '?sort=-code'].map((query) => readPage(`/admin/auth${query}`, { token })),
  )
  if (!unsorted || !ascending || !descending) throw new Error('Three pages were read.')
  expect(head(unsorted, 'Code')?.getAttribute('aria-sort')).toBe('none')
  expect(head(ascending, 'Code')?.getAttribute('aria-sort')).toBe('ascending')
  expect(head(descending, 'Code')?.getAttribute('aria-sort')).toBe('descending')
  const codes = cells(ascending, 1)
  expect(codes.length).toBeGreaterThan(20)
  expect(codes).toEqual(cells(unsorted, 1).toSorted(new Intl.Collator('en', { numeric: true }).compare))
  expect(cells(descending, 1)).toEqual(codes.toReversed())
  expect(head(unsorted, 'Endpoints')?.querySelector('button')).toBeNull()
})

test('permissions are found by the path of an endpoint', async () => {
  const token = await adminToken()
  const found = await readPage(`/admin/auth?q=${encodeURIComponent('session/{sid}')}`, { token })
  expect(cells(found, 1)).toEqual(['cms.user.session'])
  expect(cells(found, 0)).toEqual(['Staff: End sessions'])
  const nothing = await readPage('/admin/auth?q=nothing-like-it', { token })
  expect(nothing.document.querySelector('main')?.textContent).toContain('No results')
})

test('invalid parameters in the URL of a list are ignored', async () => {
  // One page more than the accounts of the demonstration fill.
  await newStaff([])
  const page = await readPage('/admin/user?page=abc&size=7&status=nonsense', { token: await adminToken() })
  expect(rows(page).length).toBeGreaterThan(3)
})

test('a number of days in the URL is counted back from now', async () => {
  const token = await adminToken()
  const completed = (days: string) => readPage(`/admin/order?tab=completed&created_from=${days}`, { token })
  expect(rows(await completed('999d')).length).toBeGreaterThan(0)
  // No order of the demonstration was placed and completed on the same day.
  expect(rows(await completed('1d'))).toHaveLength(0)
})

test('staff are filtered by the group, status and search term in the URL', async () => {
  const name = `listed-${unique()}`
  const group = await create('/cms/group', { name, permission_codes: ['cms.dict_type.list'] })
  const secret = 'for-page-tests-only'
  await create('/cms/user', { username: `a-${name}`, nickname: `One ${name}`, secret, group_ids: [group] })
  await create('/cms/user', { username: `b-${name}`, nickname: `Two ${name}`, secret, group_ids: [] })
  const token = await adminToken()
  const inGroup = rows(await readPage(`/admin/user?group_id=${group}`, { token }))
  expect(inGroup.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(`One ${name}`)])
  expect(rows(await readPage(`/admin/user?q=${name}`, { token }))).toHaveLength(2)
  const none = await readPage(`/admin/user?q=${name}&status=disabled`, { token })
  expect(none.document.querySelector('main')?.textContent).toContain('No results')
  expect(none.document.querySelector('main [type=search]')?.getAttribute('value')).toBe(name)
})

test('columns that this browser remembers as hidden are not rendered', async () => {
  const token = await newStaff(['cms.user.list'])
  const read = async (cookie = '') =>
    heads(await readPage('/admin/user', { headers: { cookie: `${await cookieOf(token)}${cookie}` } }))
  expect(await read()).toContain('Last sign-in')
  const hidden = await read('; admin.columns.user=last_login_at')
  expect(hidden).not.toContain('Last sign-in')
  expect(hidden).toContain('Name')
})

test('consecutive failed sign-ins are marked with text', async () => {
  const username = `fails-${unique()}`
  await create('/cms/user', { username, secret: 'for-page-tests-only', nickname: username, group_ids: [] })
  for (let attempt = 0; attempt < 3; attempt++) {
    const body = JSON.stringify({ type: 100, account: username, secret: 'not-his-password' })
    await ask('/v1/token', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const page = await readPage(`/admin/login_log?account=${username}`, { token: await adminToken() })
  expect(rows(page).map(({ textContent }) => textContent)).toEqual(
    [1, 2, 3].map(() => expect.stringMatching(/3 in a row.*Wrong password/)),
  )
})

test('a tag changes its color with its dictionary entry', async () => {
  const token = await adminToken()
  const Entries = z.array(z.object({ id: z.int(), value: z.string(), tag_style: z.string() }))
  const entries = Entries.parse(await asAdmin('GET', '/cms/dict?type=error_status'))
  const entry = entries.find(({ value }) => value === 'new')
  const style = async () => {
    const { document } = await readPage('/admin/error_log?status=new', { token })
    return document.querySelector('main tbody [data-dictionary=error_status]')?.getAttribute('data-style')
  }
  expect(await style()).toBe(entry?.tag_style)
  try {
    await asAdmin('PUT', `/cms/dict/${entry?.id}`, { tag_style: 'warning' })
    expect(await style()).toBe('warning')
  } finally {
    await asAdmin('PUT', `/cms/dict/${entry?.id}`, { tag_style: entry?.tag_style })
  }
})
