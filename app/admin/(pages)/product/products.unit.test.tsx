// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { cmsProductRow } from '@/lib/product/example'
import { Products } from './products'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.unstubAllGlobals()
  cleanup()
})

const items = [
  { ...cmsProductRow, id: 1, name: 'Tea', price: 4_980, price_max: 14_500 },
  { ...cmsProductRow, id: 2, name: 'Cup', price: 2_000, price_max: 2_000 },
]

const sku = { spec_values: [], market_price: null }
/** The prices of three SKUs. The cost of the second SKU is hidden from the user. */
const prices = [
  { ...sku, id: 1, product_id: 1, price: 4_980, market_price: 5_480, cost: 3_000 },
  { ...sku, id: 2, product_id: 1, price: 14_500 },
  { ...sku, id: 3, product_id: 2, price: 2_000, cost: 1_800 },
]

function answer() {
  const fetch = vi.fn(async (url: string | URL | Request) =>
    Response.json(
      String(url).includes('/cms/product/prices') ? prices : { results: items.map(({ id }) => ({ id, ok: true })) },
    ),
  )
  vi.stubGlobal('fetch', fetch)
}

function show(query = '') {
  answer()
  render(inAdmin(<Products page={{ items, size: 20, total: 2 }} />, { path: '/admin/product', query }))
}

/** Opens the dialog for the prices of all products on the page. */
async function openPrices() {
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Change prices' }))
  const dialog = within(await screen.findByRole('dialog'))
  return {
    dialog,
    enter: (value: string) => fireEvent.change(dialog.getByRole('textbox', { name: 'Percent' }), { target: { value } }),
    listed: () => dialog.getAllByRole('listitem').map(({ textContent }) => textContent),
  }
}

test('a price change shows the old and the new prices, before and after it is sent', async () => {
  show()
  const { dialog, enter, listed } = await openPrices()
  expect(listed()).toEqual(['Tea', 'Cup'])
  await dialog.findByRole('textbox', { name: 'Percent' })
  enter('10')
  const changed = ['Tea¥49.80 – ¥145.00 → ¥54.80 – ¥159.50', 'Cup¥20.00 → ¥22.00']
  await waitFor(() => expect(listed()).toEqual(changed))
  fireEvent.click(dialog.getByRole('button', { name: 'Change prices' }))
  await dialog.findByText('2 of 2 done')
  expect(listed()).toEqual(changed)
})

test('a price change names the products whose SKUs get doubtful prices', async () => {
  show()
  const { dialog, enter, listed } = await openPrices()
  await dialog.findByRole('textbox', { name: 'Percent' })
  enter('11')
  await waitFor(() =>
    expect(listed()).toEqual([
      'Tea¥49.80 – ¥145.00 → ¥55.30 – ¥161.00. Check: 1 SKU above its compare-at price',
      'Cup¥20.00 → ¥22.20',
    ]),
  )
  expect(dialog.getByText('Check the prices of 1 product before you change them.')).toBeDefined()
  enter('-51')
  expect(listed()).toEqual([
    'Tea¥49.80 – ¥145.00 → ¥24.40 – ¥71.10. Check: 1 SKU below its cost and 2 SKUs changed by more than half',
    'Cup¥20.00 → ¥9.80. Check: 1 SKU below its cost and 1 SKU changed by more than half',
  ])
  expect(dialog.getByText('Check the prices of 2 products before you change them.')).toBeDefined()
})

test('prices are not changed while those of the SKUs are unknown', async () => {
  show()
  vi.stubGlobal('fetch', async () => Response.json({}, { status: 500 }))
  const { dialog, enter, listed } = await openPrices()
  await dialog.findByRole('textbox', { name: 'Percent' })
  enter('10')
  await dialog.findByRole('button', { name: 'Try again' })
  expect(dialog.getByRole('button', { name: 'Change prices' })).toHaveProperty('disabled', true)
  answer()
  fireEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(listed()[1]).toBe('Cup¥20.00 → ¥22.00'))
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

test('weights are set for the SKUs that lack one, unless all are chosen', async () => {
  show()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Select all on this page' }))
  const bar = await screen.findByRole('group', { name: 'Actions for the selection' })
  fireEvent.click(within(bar).getByRole('button', { name: 'Set weights' }))
  const dialog = within(await screen.findByRole('dialog'))
  const grams = await dialog.findByRole('textbox', { name: 'Weight (g)' })
  const set = dialog.getByRole('button', { name: 'Set weights' })
  expect(set).toHaveProperty('disabled', true)
  fireEvent.change(grams, { target: { value: '250' } })
  expect(dialog.getByRole('radio', { name: 'SKUs without one' })).toHaveProperty('checked', true)
  fireEvent.click(dialog.getByRole('radio', { name: 'All SKUs' }))
  fireEvent.click(set)
  await dialog.findByText('2 of 2 done')
  const body = JSON.stringify({ ids: [1, 2], action: 'weight', weight_g: 250, only_missing: false })
  expect(fetch).toHaveBeenCalledWith(expect.anything(), expect.objectContaining({ body }))
})
