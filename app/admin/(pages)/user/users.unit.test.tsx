// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import type { Route } from '@/lib/menu/routes'
import { staff, staffSession } from '@/lib/user/example'
import { Users } from './users'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const row: RowOf<'GET /cms/user'> = { ...staff, nickname: 'Amy', locked_until: '2026-11-22T06:05:00.000Z' }
const all = ['user.unlock', 'user.password', 'user.session']

const page = (elements: string[]): Route => ({
  id: 1,
  type: 'page',
  name: 'user',
  title: '员工',
  title_en: 'Staff',
  path: '/admin/user',
  icon: '',
  hidden: false,
  permission_code: null,
  children: [],
  elements,
})

/**
 * Renders the list for a user who sees the page elements `elements`; undefined: for root. Returns the requests, and the
 * query strings of the URL.
 */
function show({ rows = [row], id = 2, elements }: { rows?: (typeof row)[]; id?: number; elements?: string[] } = {}) {
  const asked: string[] = []
  const searches: string[] = []
  // The menu of a row checks it before it offers the clipboard.
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`)
    return Response.json(url.endsWith('/session') ? [staffSession] : { ...row, beyond_codes: [] })
  })
  render(
    inAdmin(<Users page={{ items: rows, page: 1, size: 20, total: rows.length }} />, {
      path: '/admin/user',
      admin: {
        user: { id, name: 'Clerk', account: 'clerk', is_root: elements === undefined, groups: [] },
        routes: [page(elements ?? [])],
      },
      onUrl: ({ searchParams }) => void searches.push(searchParams.toString()),
    }),
  )
  return { asked, searches }
}

/** Opens the menu of the row `name`. Returns the labels of the actions that unlock, reset the password or end sessions. */
async function menuOf(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
  return entries.filter((entry) => ['Unlock', 'Reset password', 'Sessions'].includes(entry ?? ''))
}

test.each([
  ['root', {}, ['Unlock', 'Reset password', 'Sessions']],
  ['users with the elements', { elements: all }, ['Unlock', 'Reset password', 'Sessions']],
  ['users without unlocking', { elements: ['user.password', 'user.session'] }, ['Reset password', 'Sessions']],
  ['users without resetting', { elements: ['user.unlock', 'user.session'] }, ['Unlock', 'Sessions']],
  ['users without ending sessions', { elements: ['user.unlock', 'user.password'] }, ['Unlock', 'Reset password']],
  ['root, if it is not locked', { rows: [{ ...row, locked_until: null }] }, ['Reset password', 'Sessions']],
  ['the member itself', { id: row.id, elements: all }, ['Unlock', 'Sessions']],
  ['users who are not root, if it is root', { rows: [{ ...row, is_root: true }], elements: all }, []],
])('the menu of a locked member has the actions of its record for %s', async (_, seen, expected) => {
  show(seen)
  expect(await menuOf('Amy')).toEqual(expected)
})

test('the menu unlocks at once', async () => {
  const { asked } = show()
  await menuOf('Amy')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Unlock' }))
  await vi.waitFor(() => expect(asked).toEqual(['POST /cms/user/3/unlock']))
})

test('the menu opens the dialog for a new password, and the open sessions', async () => {
  const { asked, searches } = show()
  await menuOf('Amy')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Reset password' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reset the password of Amy' })
  fireEvent.click(within(dialog).getByText('Cancel'))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await menuOf('Amy')
  fireEvent.click(screen.getByRole('menuitem', { name: 'Sessions' }))
  expect(await screen.findByRole('region', { name: 'Sessions (1)' })).toBeDefined()
  expect(searches).toEqual(['session=3'])
  expect(asked).toEqual(['GET /cms/user/3', 'GET /cms/user/3/session'])
})
