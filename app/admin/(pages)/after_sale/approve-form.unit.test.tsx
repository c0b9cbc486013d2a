// @vitest-environment happy-dom

import { Notifications, notifications } from '@mantine/notifications'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsRequested } from '@/lib/after_sale/example'
import type { Route } from '@/lib/menu/routes'
import ApproveForm from './approve-form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
// Test files share a process. Leftover messages of other files would delay the message of this file.
beforeEach(() => notifications.clean())
afterEach(() => {
  vi.unstubAllGlobals()
  notifications.clean()
  cleanup()
})

const page = { id: 1, type: 'page', name: 'after_sale', title: '售后', title_en: 'Returns', path: '/admin/after_sale' }
const user = { id: 2, name: 'Lin', account: 'lin', is_root: false, groups: [] }

interface Shown {
  usual_return_to?: string
  elements?: string[]
  refused?: (path: string) => boolean
}

/**
 * Shows the form to a user who sees the page elements `elements`. `refused`: whether the server refuses a path. Returns
 * the sent requests.
 */
function show({ usual_return_to = '', elements = ['config.update'], refused = () => false }: Shown = {}) {
  const sent: [request: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push([`${method} ${path}`, JSON.parse(String(body))])
    return refused(path) ? Response.json({ code: 'forbidden' }, { status: 403 }) : Response.json(cmsRequested)
  })
  const routes: Route[] = [
    {
      ...page,
      type: 'page',
      icon: '',
      hidden: false,
      permission_code: null,
      children: [],
      elements: ['after_sale.decide', ...elements],
    },
  ]
  render(
    inAdmin(
      <>
        <Notifications />
        <ApproveForm record={{ ...cmsRequested, usual_return_to }} onClose={() => undefined} />
      </>,
      { admin: { user, routes } },
    ),
  )
  return sent
}

const address = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: /^Return address/ })
const keeping = 'Save as the shop’s return address'
const keep = async () => fireEvent.click(await screen.findByRole('checkbox', { name: keeping }))
const approve = async () => {
  fireEvent.change(await address(), { target: { value: '龙井路 1 号' } })
  fireEvent.click(screen.getByRole('button', { name: 'Approve the return' }))
}

const path = `POST /cms/after_sale/${cmsRequested.id}/approve`
const approval = [path, expect.objectContaining({ return_to: '龙井路 1 号' })]
const saving = ['PUT /cms/config', { 'after_sale.return_address': '龙井路 1 号' }]

test('the address is required if the shop has none, and can become the one of the shop', async () => {
  const sent = show()
  expect((await address()).required).toBe(true)
  await keep()
  await approve()
  await screen.findByText('The return is approved')
  expect(sent).toEqual([approval, saving])
})

test('the address is kept only if that is chosen', async () => {
  const sent = show()
  await approve()
  await screen.findByText('The return is approved')
  expect(sent).toEqual([approval])
})

test.each([
  ['the shop has one', { usual_return_to: '虎跑路 2 号' }, false],
  ['the user may not change settings', { elements: [] }, true],
])('keeping the address is not offered if %s', async (_, shown, required) => {
  show(shown)
  expect((await address()).required).toBe(required)
  expect(screen.queryByRole('checkbox', { name: keeping })).toBeNull()
})

test('an address that is not kept is reported, together with the approval', async () => {
  const sent = show({ refused: (path) => path === '/cms/config' })
  await keep()
  await approve()
  await screen.findByText('The return is approved')
  await screen.findByText('The shop’s return address was not saved')
  expect(sent).toEqual([approval, saving])
})

test('the address of a refused approval is not kept', async () => {
  const sent = show({ refused: (path) => path.endsWith('/approve') })
  await keep()
  await approve()
  await screen.findByRole('button', { name: 'Try again' })
  expect(sent).toEqual([approval])
})
