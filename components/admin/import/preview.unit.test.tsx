// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { deals, products } from '@/lib/import/example'
import { Preview } from './preview'

type Change = [string | null, string | null]

beforeAll(defineFonts)
afterEach(cleanup)

const show = (ignored_columns: string[]) => {
  const stored = { ...products.started, ignored_columns }
  render(inAdmin(<Preview kind="product" stored={stored} page={products.page} result="" />))
}

test('the stock of a new product is its initial stock', () => {
  const [row] = products.page.items
  if (!row) throw new Error('The example has a line.')
  const items = [
    { ...row, result: 'create' as const, changes: { stock_delta: [null, '20'] satisfies Change }, errors: [] },
  ]
  render(inAdmin(<Preview kind="product" stored={products.started} page={{ ...products.page, items }} result="" />))
  expect(screen.getByText('Initial stock: 20')).toBeTruthy()
})

test('a line of a deal names its SKU, and the page leads to its deal', () => {
  const [row] = deals.page.items
  if (!row) throw new Error('The example has a line.')
  const changes = { sku_no: ['LJ-50', 'LJ-50'] satisfies Change, deal_price_yuan: ['49.00', '39.00'] satisfies Change }
  const page = { ...deals.page, items: [{ ...row, result: 'update' as const, changes, errors: [] }] }
  render(inAdmin(<Preview kind="promotion" promotion="3" stored={deals.started} page={page} result="" />))
  expect(screen.getByText('SKU number: LJ-50')).toBeTruthy()
  expect(screen.getByText('Deal price (yuan): 49.00 → 39.00')).toBeTruthy()
  const hrefs = ['Show the deal', 'Import another file'].map((name) =>
    screen.getByRole('link', { name }).getAttribute('href'),
  )
  expect(hrefs).toEqual(['/admin/promotion?promotion=3', '/admin/promotion/import?promotion=3'])
})

test('columns that were not read are named before anything is applied', () => {
  show(['Lieferant', 'Preis'])
  expect(screen.getByRole('alert').textContent).toContain('Columns that were not read: Lieferant and Preis.')
  expect(screen.getByRole('button', { name: 'Import 17 products' })).toBeTruthy()
  cleanup()
  show([])
  expect(screen.queryByRole('alert')).toBeNull()
})
