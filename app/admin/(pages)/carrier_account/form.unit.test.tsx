// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { carrierAccount } from '@/lib/carrier_account/example'
import { CarrierAccounts } from './accounts'
import AccountForm from './form'
import UnbindDialog from './unbind-dialog'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
// The list of regions is large, so its first import may take longer than a test waits.
beforeAll(() => import('@/components/ui/region/region-fields'), 30_000)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const carrier = [
  { value: 'YTO', label: 'YTO Express', style: 'default', is_default: false, is_disabled: false },
] as const

/** Renders it. Returns the paths and bodies of the sent requests. `answer`: the response to a write. */
function show(children: ReactNode, { answer, user }: { answer?: Response; user?: 'reader' } = {}) {
  const sent: [path: string, body: unknown][] = []
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    if (method === 'PUT' || method === 'POST') sent.push([path, body ? JSON.parse(String(body)) : undefined])
    if (path.includes('/history')) return Response.json({ items: [], page: 1, size: 20, total: 0 })
    return answer ?? Response.json(path.endsWith('/refresh') ? { added: 1, changed: 0, removed: 0 } : carrierAccount)
  })
  const reader = { id: 2, name: 'Li', account: 'li', is_root: false, groups: [] }
  const admin = { dictionaries: { carrier: [...carrier] }, ...(user && { user: reader }) }
  render(inAdmin(children, { admin }))
  return sent
}

const form = (record?: typeof carrierAccount) => (
  <AccountForm record={record} onClose={() => undefined} read={async () => record} />
)
const text = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })
const type = (element: HTMLElement, value: string) => fireEvent.change(element, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

const refusal = () => {
  const params = { text: '账号或密码错误 (9300531)', errcode: 9300531 }
  const invalid_params = [{ in: 'body', name: 'password', code: 'refused', reason: 'Refused.', params }]
  const body = { code: 'invalid_request', title: '', status: 400, detail: '', request_id: 'r', invalid_params }
  const headers = { 'content-type': 'application/problem+json' }
  return new Response(JSON.stringify(body), { status: 400, headers })
}

test('binding sends the password, and shows the words of WeChat if it is refused', async () => {
  const sent = show(form(), { answer: refusal() })
  fireEvent.click(await screen.findByRole('combobox', { name: /^Carrier/ }))
  fireEvent.click(await screen.findByRole('option', { name: 'YTO Express' }))
  type(await text(/^Account number/), '021K000001')
  const password = await screen.findByLabelText<HTMLInputElement>(/^Password/)
  expect(password.type).toBe('password')
  type(password, 'k7Qz')
  press('Save')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  const body = { delivery_id: 'YTO', biz_id: '021K000001', password: 'k7Qz', remark: '' }
  expect(sent[0]).toEqual(['/cms/carrier_account', body])
  expect((await screen.findAllByText(/账号或密码错误/)).length).toBeGreaterThan(0)
})

test('an account is edited with its sender, and only what changed is sent', async () => {
  const sent = show(form(carrierAccount))
  type(await text(/^Street/), '青梧路 20 号')
  press('Save')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual(['/cms/carrier_account/1', { detail: '青梧路 20 号', version: 2 }])
})

test('unbinding asks for the password', async () => {
  const sent = show(<UnbindDialog record={carrierAccount} name="圆通速递" onClose={() => undefined} />)
  type(await screen.findByLabelText(/^Password/), 'k7Qz')
  press('Unbind')
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual(['/cms/carrier_account/1/unbind', { password: 'k7Qz', version: 2 }])
})

const list = (
  <CarrierAccounts page={{ items: [{ ...carrierAccount, problem: 'no_quota' }], page: 1, size: 10, total: 1 }} />
)

test('the list refreshes once when it opens, and by its button', async () => {
  const sent = show(list)
  await vi.waitFor(() => expect(sent).toEqual([['/cms/carrier_account/refresh', undefined]]))
  expect(screen.getAllByText('No waybills left').length).toBeGreaterThan(0)
  press('Refresh from WeChat')
  await vi.waitFor(() => expect(sent).toHaveLength(2))
})

test('users who may only read refresh nothing', async () => {
  const sent = show(list, { user: 'reader' })
  await screen.findAllByText('No waybills left')
  expect(screen.queryByRole('button', { name: 'Refresh from WeChat' })).toBeNull()
  expect(sent).toEqual([])
})
