// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import type { OrderDetail } from '@/components/shop/order/use-order-actions'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { issued, requested } from '@/lib/invoice/example'
import { completedOrder } from '@/lib/order/example'
import { Invoice } from './invoice'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

let sent: [string | undefined, string, unknown][] = []
let changed: OrderDetail[] = []

beforeEach(() => {
  sent = []
  changed = []
  writeLogin({ token: 'of a customer' })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    if (path === `/v1/order/${completedOrder.id}`) return Response.json(completedOrder)
    if (init?.method !== undefined && init.method !== 'GET')
      sent.push([init.method, path, init.body ? JSON.parse(String(init.body)) : undefined])
    return init?.method === 'DELETE' ? new Response(null, { status: 204 }) : Response.json(requested)
  })
})
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

const show = (invoice: OrderDetail['invoice']) =>
  render(
    <Shown path="/order/9">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <Invoice order={{ ...completedOrder, invoice }} onChanged={(next) => changed.push(next)} />
      </CustomerProvider>
    </Shown>,
  )
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a request is corrected in the form of the request, with what was sent before', async () => {
  show(requested)
  press('Correct it')
  const title = await screen.findByLabelText<HTMLInputElement>(/^Title/)
  expect([title.value, screen.getByLabelText<HTMLInputElement>(/^Tax number/).value]).toEqual([
    requested.title,
    requested.tax_no,
  ])
  fireEvent.change(title, { target: { value: '杭州青梧' } })
  press('Save the correction')
  await waitFor(() => expect(changed).toEqual([completedOrder]))
  const { kind, tax_no, email } = requested
  expect(sent).toEqual([['PUT', `/v1/invoice/${requested.id}`, { kind, title: '杭州青梧', tax_no, email }]])
})

test('a request is taken back after a question', async () => {
  show(requested)
  press('Take it back')
  const dialog = within(await screen.findByRole('dialog', { name: 'Take the request back?' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Take it back' }))
  await waitFor(() => expect(changed).toEqual([completedOrder]))
  expect(sent).toEqual([['DELETE', `/v1/invoice/${requested.id}`, undefined]])
})

test('an issued invoice is neither corrected nor taken back', () => {
  show(issued)
  expect(screen.getByText(`Issued: number ${issued.number}`)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})
