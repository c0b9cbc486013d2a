// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { adjustmentReasons } from '@/db/enums'
import StockDialog from './stock-dialog'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const entry = { style: 'default', is_disabled: false, is_default: false } as const
const stock_reason = adjustmentReasons.map((value) => ({ ...entry, value, label: value }))

/** Opens the dialog. Returns the sent bodies. */
function show() {
  const sent: unknown[] = []
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', body }: RequestInit = {}) => {
    if (method === 'GET') return Response.json({ items: [], page: 1, size: 20, total: 0 })
    sent.push(JSON.parse(String(body)))
    return Response.json([{ sku_id: 7, balance: 5 }])
  })
  const dialog = <StockDialog product_id={3} sku_id={7} name="Red" stock={8} onClose={() => undefined} />
  render(inAdmin(dialog, { path: '/admin/product/3', admin: { dictionaries: { stock_reason } } }))
  return sent
}
const type = (value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Quantity' }), { target: { value } })
// The first of two: the ledger below has a filter with the same name.
const input = () => screen.getAllByRole<HTMLInputElement>('combobox', { name: 'Reason' })[0]
const reason = () => input()?.value
async function reasons() {
  const opener = input()
  if (opener) fireEvent.click(opener)
  const list = document.getElementById(opener?.getAttribute('aria-controls') ?? '')
  return (list ? await within(list).findAllByRole('option', { hidden: true }) : []).map(
    ({ textContent }) => textContent,
  )
}

test('the reason follows the sign of the quantity, and is sent as shown', async () => {
  const sent = show()
  expect(reason()).toBe('received')
  type('-3')
  expect(await reasons()).toEqual(['damaged', 'lost', 'correction'])
  expect(reason()).toBe('damaged')
  type('12')
  expect(await reasons()).toEqual(['received', 'returned', 'correction'])
  expect(reason()).toBe('received')
  const [correction] = screen.getAllByRole('option', { name: 'correction', hidden: true })
  if (correction) fireEvent.click(correction)
  type('-3')
  expect(reason()).toBe('correction')
  fireEvent.click(screen.getByRole('button', { name: 'Save stock' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ reason: 'correction', items: [{ sku_id: 7, delta: -3 }] }]))
})
