// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { products } from '@/lib/import/example'
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

test('columns that were not read are named before anything is applied', () => {
  show(['Lieferant', 'Preis'])
  expect(screen.getByRole('alert').textContent).toContain('Columns that were not read: Lieferant and Preis.')
  expect(screen.getByRole('button', { name: 'Import 17 products' })).toBeTruthy()
  cleanup()
  show([])
  expect(screen.queryByRole('alert')).toBeNull()
})
