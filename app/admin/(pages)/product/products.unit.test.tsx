// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsProductRow } from '@/lib/product/example'
import { Products } from './products'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const items = [
  { ...cmsProductRow, id: 1, name: 'Tea', price: 4_980, price_max: 14_500 },
  { ...cmsProductRow, id: 2, name: 'Cup', price: 2_000, price_max: 2_000 },
]

function show(query = '') {
  vi.stubGlobal('fetch', async () => Response.json({ results: items.map(({ id }) => ({ id, ok: true })) }))
  render(inAdmin(<Products page={{ items, size: 20, total: 2 }} />, { path: '/admin/product', query }))
}

test('a price change shows the old and the new prices, before and after it is sent', async () => {
  show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Change prices' }))
  const dialog = within(await screen.findByRole('dialog'))
  const listed = () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(listed()).toEqual(['Tea', 'Cup'])
  fireEvent.change(await dialog.findByRole('textbox', { name: 'Percent' }), { target: { value: '10' } })
  const changed = ['Tea¥49.80 – ¥145.00 → ¥54.80 – ¥159.50', 'Cup¥20.00 → ¥22.00']
  expect(listed()).toEqual(changed)
  fireEvent.change(dialog.getByRole('textbox', { name: 'Percent' }), { target: { value: '-51' } })
  expect(listed()[1]).toBe('Cup¥20.00 → ¥9.80, changed by more than half')
  fireEvent.change(dialog.getByRole('textbox', { name: 'Percent' }), { target: { value: '10' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Change prices' }))
  await dialog.findByText('2 of 2 done')
  expect(listed()).toEqual(changed)
})

test('only scarce products can be sorted by stock, and all products by name', () => {
  const sorted = () =>
    ['Name', 'Stock'].filter(
      (name) => within(screen.getByRole('columnheader', { name })).queryByRole('button') !== null,
    )
  show()
  expect(sorted()).toEqual(['Name'])
  cleanup()
  show('tab=low')
  expect(sorted()).toEqual(['Name', 'Stock'])
})
