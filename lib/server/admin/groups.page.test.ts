import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { create } from '@/lib/server/testing/as-admin'
import { adminToken, newStaff, type ReadPage, readPage } from '@/lib/server/testing/pages'

/* Groups, and the preview of their members' menus. */

const unique = () => randomUUID().slice(0, 8)
const part = ({ document }: ReadPage, title: string) => document.querySelector(`main section[aria-label="${title}"]`)
const main = ({ document }: ReadPage) => document.querySelector('main')
/**
 * Finds an element by its label. Also finds elements in streamed content, which arrives at the end of the document.
 * null: no such element.
 */
const named = ({ document }: ReadPage, name: string) => document.querySelector(`[aria-label="${name}"]`)

test('the page of a group shows its members, permissions and menus', async () => {
  const name = `g ${unique()}`
  const id = await create('/cms/group', {
    name,
    permission_codes: ['cms.order.list', 'cms.order.ship', 'cms.theme.list'],
  })
  const nickname = `Member ${unique()}`
  const member = { username: `m-${unique()}`, secret: 'for-page-tests-only', nickname, group_ids: [id] }
  const user = await create('/cms/user', member)
  const page = await readPage(`/admin/group/${id}`, { token: await adminToken() })
  const link = [...(main(page)?.querySelectorAll('a') ?? [])].find(({ textContent }) => textContent?.includes(nickname))
  expect(link?.getAttribute('href')).toBe(`/admin/user?user=${user}`)
  const allowed = [...(part(page, 'Permissions')?.querySelectorAll('dd') ?? [])].map(({ textContent }) => textContent)
  expect(allowed).toContain('ViewShip')
  expect(part(page, 'Menus and page elements')?.textContent).toContain('Collections')
  expect(main(page)?.querySelectorAll('input')).toHaveLength(0)
  expect(main(page)?.textContent).toContain('Edit')
})

test('permissions that the user does not hold are shown but cannot be granted, nor can groups that have them be changed', async () => {
  const token = await newStaff(['cms.group.list', 'cms.group.create', 'cms.group.update', 'cms.customer.list'])
  const form = await readPage('/admin/group/new', { token })
  expect(named(form, 'Customers: View')?.hasAttribute('disabled')).toBe(false)
  const notHeld = named(form, 'Menus: View')
  expect(notHeld?.hasAttribute('disabled')).toBe(true)
  const hint = notHeld?.getAttribute('aria-describedby') ?? ''
  expect(form.document.getElementById(hint)?.textContent).toContain('you don’t have')
  expect(form.document.body.textContent).toContain('Menus and page elements will follow these permissions.')

  const own = await create('/cms/group', { name: `o ${unique()}`, permission_codes: ['cms.customer.list'] })
  const beyond = await create('/cms/group', { name: `b ${unique()}`, permission_codes: ['cms.menu.list'] })
  const buttons = async (id: number) => {
    const page = await readPage(`/admin/group/${id}`, { token })
    return {
      text: main(page)?.textContent,
      names: [...(main(page)?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent),
    }
  }
  expect((await buttons(own)).names).toContain('Edit')
  const locked = await buttons(beyond)
  expect(locked.text).toMatch(/so you can’t change it: Menus: View/)
  expect(locked.names).not.toContain('Edit')
  expect(locked.names).not.toContain('Save')
})

test('the URL can request the navigation preview of a group', async () => {
  const name = `p ${unique()}`
  const id = await create('/cms/group', { name, permission_codes: ['cms.dict_type.list'] })
  const page = await readPage(`/admin/routes?group_id=${id}`, { token: await adminToken() })
  expect(named(page, 'As seen by')?.getAttribute('value')).toBe(name)
  expect(named(page, 'Navigation preview')?.textContent).toMatch(/2 of \d+ visible/)
  expect(named(page, 'Navigation preview')?.textContent).toContain('/admin/dict')
})

test('staff without permission to list groups preview only their own navigation', async () => {
  const id = await create('/cms/group', { name: `q ${unique()}`, permission_codes: ['cms.dict_type.list'] })
  const page = await readPage(`/admin/routes?group_id=${id}`, { token: await newStaff(['cms.menu.list']) })
  expect(named(page, 'Navigation preview')?.textContent).toMatch(/3 of \d+ visible/)
  expect(named(page, 'Navigation preview')?.textContent).toContain('/admin/menu')
  expect(named(page, 'Navigation preview')?.textContent).not.toContain('/admin/dict')
  expect(named(page, 'As seen by')).toBeNull()
})
