import { beforeAll, describe, expect, test } from 'vitest'
import { type BasePage, basePages, pathOf } from '@/db/base/menus'
import { adminToken, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'
import { recordPath } from './record-path'

/*
 * Opens each page of the admin with and without its permission. The refusals of endpoints are tested in
 * `lib/kit/api/run/deny.driver.test.ts`.
 */

const refusal = 'You don’t have access to this page'
const headings = ({ document }: ReadPage) => [...document.querySelectorAll('h1')].map(({ textContent }) => textContent)
const codes = ({ document }: ReadPage) => [...document.querySelectorAll('code')].map(({ textContent }) => textContent)

/** Returns the names of the buttons on a page, and of its links to forms for new records and to imports. */
const pressed = ({ document }: ReadPage) =>
  [...document.querySelectorAll('main button, main a[href$="/new"], main a[href$="/import"]')].map(
    (one) => one.getAttribute('aria-label') ?? one.textContent,
  )

/** Returns the links of the menu, except the link to the start page. */
const menuOf = ({ document }: ReadPage) =>
  [...document.querySelectorAll('nav[aria-label=Menu] li a:not([href="/admin"])')].map((link) =>
    link.getAttribute('href'),
  )

/** Matches the names of actions that change data, by their first word. */
const changing =
  /^(New|Bind|Import|Upload|Move|Edit|Save|Delete|Disable|Resolve|Ignore|Withdraw|Activate|Deactivate|Reset)\b/

const mayCreate = ({ elements }: BasePage) => elements.some(([code]) => code.endsWith('.create'))
/**
 * Returns the path of the form for a new record of a page. Empty if users cannot create records, or if the form has no
 * separate page.
 */
const formsOf = (page: BasePage) => {
  const path = recordPath(page.name, 'new')
  return mayCreate(page) && !path.includes('?') ? [path] : []
}
const guarded = basePages.flatMap((page) =>
  [pathOf(page), ...formsOf(page)].map((path) => ({ path, code: page.permission_code })),
)

describe('a page names the permission that it requires and staff lack', () => {
  const held = 'cms.auth.list'
  let token = ''
  let other = ''
  beforeAll(async () => {
    ;[token, other] = await Promise.all([newStaff([held]), newStaff(['cms.dict_type.list'])])
  })

  test.each(guarded)('$path: $code', async ({ path, code }) => {
    const page = await readPage(path, { token: code === held ? other : token })
    expect(headings(page)).toContain(refusal)
    expect(codes(page)).toContain(code)
    expect(page.document.querySelector('main table, main form')).toBeNull()
  })
})

describe('a page opens for staff with only its permission, without actions that need other permissions', () => {
  test.each(basePages)('$permission_code: $title_en', async (page) => {
    const token = await newStaff([page.permission_code])
    const only = await readPage(pathOf(page), { token })
    expect(headings(only)).toContain(page.title_en)
    expect(headings(only)).not.toContain(refusal)
    const opened = basePages.filter(({ permission_code }) => permission_code === page.permission_code)
    expect(menuOf(only)).toEqual(opened.map(pathOf))
    expect(pressed(only).filter((name) => changing.test(name ?? ''))).toEqual([])
    expect(only.document.querySelectorAll('main tbody input')).toHaveLength(0)
    for (const path of formsOf(page)) expect(headings(await readPage(path, { token })), path).not.toContain(refusal)
  })

  test.each([...basePages.filter(mayCreate), ...basePages.filter(({ name }) => name === 'config')])(
    'with all permissions, $title_en has an action that changes data',
    async (page) => {
      const all = await readPage(pathOf(page), { token: await adminToken() })
      expect(pressed(all).filter((name) => changing.test(name ?? ''))).not.toEqual([])
    },
  )
})

test('only staff with permission to change settings get fields for them', async () => {
  const fields = async (token: string) => {
    const { document } = await readPage('/admin/config', { token })
    const all = [...document.querySelectorAll('main input, main textarea')]
    return { all: all.length, enabled: all.filter((one) => !one.hasAttribute('disabled')).length }
  }
  const [reader, admin] = [await fields(await newStaff(['cms.config.list'])), await fields(await adminToken())]
  // Read-only users see the values.
  expect(reader).toEqual({ all: 0, enabled: 0 })
  expect(admin.enabled).toBeGreaterThan(20)
})

test('rows can be selected only by staff with permission for a bulk action', async () => {
  const choices = async (token: string) =>
    (await readPage('/admin/user', { token })).document.querySelectorAll('main [type=checkbox]').length
  expect(await choices(await newStaff(['cms.user.list']))).toBe(0)
  expect(await choices(await adminToken())).toBeGreaterThan(1)
})

test('staff without any menu open the start page and their profile', async () => {
  const token = await newStaff(['cms.user.session'])
  for (const [path, title] of [
    ['/admin', 'Dashboard'],
    ['/admin/profile', 'Profile'],
  ] as const) {
    const page = await readPage(path, { token })
    expect(headings(page), path).not.toContain(refusal)
    expect(page.document.title, path).toBe(`${title} · 檐下半日`)
    expect(menuOf(page), path).toEqual([])
  }
})

test.each(['/admin', '/admin/dict', '/admin/group/new'])(
  'staff without a group read on %s that they have no access to anything yet',
  async (path) => {
    const page = await readPage(path, { token: await newStaff([]) })
    expect(headings(page)).toEqual(['You don’t have access to anything yet'])
    expect(menuOf(page)).toEqual([])
  },
)

// Their text is rendered in the browser.
test.each(['/admin/no/such/page', '/admin/nothing', '/admin/group/2147483647', '/admin/product/2147483647'])(
  '%s is answered as not found',
  async (path) => {
    expect((await readPage(path, { token: await adminToken() })).status).toBe(404)
  },
)
