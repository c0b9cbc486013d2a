// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import pieces from '@/components/admin/pieces/pieces.module.css'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { repricedOrder } from '@/lib/order/change/cms-example'
import { receiverFreight } from '@/lib/order/example'
import EditForm from './edit-form'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

test('the lines of an unpaid order look like the rows of other forms, each with a price input', async () => {
  vi.stubGlobal('fetch', async () => Response.json(repricedOrder))
  render(inAdmin(<EditForm order={repricedOrder} onClose={() => undefined} />))
  const list = await screen.findByRole('list')
  expect(list.className).toBe(pieces.choices)
  const [row] = within(list).getAllByRole('listitem')
  if (!row) throw new Error('no line')
  const [line] = repricedOrder.items
  expect(row.textContent).toContain(`${line?.name}${line?.spec_text} × ${line?.count}`)
  expect(within(row).getByRole('textbox', { name: /Price of one/ })).toBeTruthy()
})

test('the region of the receiver is chosen from a list, and names outside of it stay', async () => {
  const abroad = { province: 'Bayern', city: 'München', district: 'Schwabing' }
  const order = { ...repricedOrder, receiver: { ...repricedOrder.receiver, ...abroad } }
  let undeliverable: object[] = []
  vi.stubGlobal('fetch', async (path: string) =>
    Response.json(path.includes('/receiver/freight') ? { ...receiverFreight, undeliverable } : order),
  )
  render(inAdmin(<EditForm order={order} onClose={() => undefined} />))
  const input = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' })
  await screen.findByLabelText('District', { selector: 'input' })
  const values = () => ['Province', 'City', 'District'].map((name) => input(name).value)
  fireEvent.change(input('District'), { target: { value: 'Maxvorstadt' } })
  expect(values()).toEqual(['Bayern', 'München', 'Maxvorstadt'])
  const note = () => screen.queryByText(/^Shipping there costs/)
  expect(note()).toBeNull()
  fireEvent.change(input('Province'), { target: { value: '西湖' } })
  fireEvent.click(await screen.findByRole('option', { name: '浙江省 杭州市 西湖区' }))
  expect(values()).toEqual(['浙江省', '杭州市', '西湖区'])
  expect((await screen.findByText(/^Shipping there costs/)).textContent).toContain('¥15.00, and ¥8.00 to the present')
  undeliverable = [{ sku_id: 2, name: '紫砂壶', reason: 'region' }]
  fireEvent.change(input('Province'), { target: { value: '西藏自治区' } })
  expect(await screen.findByText('Not delivered there: 紫砂壶')).toBeTruthy()
  expect(note()).toBeNull()
})
