// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { apiKey, exampleSecret } from '@/lib/api_key/example'
import { concernsMoney } from '@/lib/kit/api/endpoint/key-codes'
import { ApiKeys, type Key } from './api-keys'
import { presets } from './presets'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const codes = ['cms.order.list', 'cms.order.ship', 'cms.product.list']
const permissions = { codes, needs: {}, grantable: codes.slice(0, 2), menus: undefined, elements: undefined }
const show = (items: Key[], query = '') =>
  render(
    inAdmin(<ApiKeys page={{ items, page: 1, size: 10, total: items.length }} permissions={permissions} />, {
      path: '/admin/api_key',
      query,
      admin: { user: { id: 1, name: 'Shen', account: 'shen', is_root: true, groups: [] } },
    }),
  )

/** Stubs a server. Returns the requests. */
function answering(answer: object) {
  const requests: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    requests.push({ url, body: body ? JSON.parse(String(body)) : undefined })
    return Response.json(answer)
  })
  return requests
}

test('a new key from a preset has the permissions that its maker holds, and its secret is shown until it is stored', async () => {
  const requests = answering({ ...apiKey, secret: exampleSecret })
  show([], 'api_key=new')
  fireEvent.click(await screen.findByRole('button', { name: /^ERP: / }))
  fireEvent.change(screen.getByLabelText(/^Name/), { target: { value: 'ERP' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const dialog = await screen.findByRole('dialog', { name: 'The secret of “ERP”' })
  expect(dialog.textContent).toContain(`curl -H 'Authorization: Bearer ${exampleSecret}'`)
  const sent = requests.find(({ url }) => url === '/cms/api_key')
  expect(sent?.body).toMatchObject({
    name: 'ERP',
    access: 'write',
    permission_codes: ['cms.order.list', 'cms.order.ship'],
  })
  fireEvent.keyDown(dialog, { key: 'Escape' })
  expect(screen.getByRole('dialog', { name: 'The secret of “ERP”' })).toBeDefined()
  fireEvent.click(within(dialog).getByRole('button', { name: 'I have stored it' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'The secret of “ERP”' })).toBeNull())
})

test.each<[Partial<Key>, string[]]>([
  [{}, ['Replace the secret', 'Revoke']],
  [{ made_by: { id: 2, name: 'Lin' } }, ['Revoke']],
  [{ status: 'revoked' }, []],
])('%j offers %j', async (values, actions) => {
  vi.stubGlobal('isSecureContext', false)
  show([{ ...apiKey, ...values }])
  const [menu] = screen.queryAllByRole('button', { name: /^Actions/ })
  if (menu) fireEvent.click(menu)
  const items = menu ? (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent) : []
  expect(items.filter((item) => !/^(Open|Copy)/.test(item ?? ''))).toEqual(actions)
})

test('a key that is not used any more is marked', () => {
  show([{ ...apiKey, unused: true }])
  expect(screen.getAllByText('Unused for 90 days').length).toBeGreaterThan(0)
})

test('no preset gives money: these permissions are chosen one by one', () => {
  const given: string[] = Object.values(presets).flatMap(({ codes }) => [...codes])
  expect(given.filter(concernsMoney)).toEqual([])
})
