// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CustomerProvider } from '@/components/shop/customer/provider'
import { writeLogin } from '@/components/shop/customer/store'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { issued, page, requested } from '@/lib/invoice/example'
import { InvoicesScreen } from './invoices-screen'

defineFonts()
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => writeLogin({ token: 'of a customer' }))
afterEach(() => {
  cleanup()
  writeLogin(undefined)
  vi.unstubAllGlobals()
})

function open(answers: Record<string, object>) {
  vi.stubGlobal('fetch', async (path: string) => Response.json(answers[path]))
  render(
    <Shown path="/invoice">
      <CustomerProvider ways={{ hasPlatform: false, hasDemonstration: false }} origin="http://localhost:3000">
        <InvoicesScreen />
      </CustomerProvider>
    </Shown>,
  )
}

test('each invoice has its state and its file, and leads to its order; further ones are loaded', async () => {
  open({
    '/v1/invoice': { ...page, items: [requested], next_cursor: 'next' },
    '/v1/invoice?cursor=next': { ...page, items: [{ ...issued, id: 5 }] },
  })
  expect(await screen.findByText('The shop is issuing it.')).toBeTruthy()
  const orders = () => screen.getAllByRole('link', { name: /^Order / }).map((link) => link.getAttribute('href'))
  expect(orders()).toEqual([`/order/${requested.order_id}`])
  fireEvent.click(screen.getByRole('button', { name: 'Load more' }))
  expect((await screen.findByRole('link', { name: 'Download the invoice' })).getAttribute('href')).toBe(issued.file_url)
  expect(orders()).toHaveLength(2)
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull())
})

test('without invoices, the screen says where to ask for one', async () => {
  open({ '/v1/invoice': { ...page, items: [] } })
  expect(await screen.findByRole('heading', { name: 'No invoices yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'My orders' }).getAttribute('href')).toBe('/order')
})
