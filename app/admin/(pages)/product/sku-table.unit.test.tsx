// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import SkuTable from './sku-table'

beforeAll(defineFonts)
afterEach(cleanup)

const values = {
  specs: [{ key: 1, id: 1, name: 'Size', values: [{ key: 7, id: 7, name: 'S' }] }],
  skus: [
    { id: 3, at: { 1: 7 }, values: ['S'], price: 1990, cost: 800, sku_no: 'TEA-S', weight_g: null, enabled: true },
  ],
}
const stocks = [{ id: 3, stock: 12, stock_level: 2 }]

/** Shows the table. Returns the texts of the cells, by the head of the column. */
function show(is_root: boolean) {
  const user = { id: 2, name: 'Auditor', account: 'auditor', is_root, groups: [] }
  render(inAdmin(<SkuTable values={values} stocks={stocks} />, { admin: { user } }))
  const heads = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  const cells = [screen.getByRole('rowheader'), ...screen.getAllByRole('cell')].map(({ textContent }) => textContent)
  expect(document.querySelector('input')).toBeNull()
  return Object.fromEntries(heads.map((head, at) => [head, cells[at]]))
}

test('users who may not change a product see its SKUs in a table, with their stock', () =>
  expect(show(true)).toMatchObject({ Size: 'S', 'Price (¥)': '19.90', Stock: '12', 'Cost (¥)': '8.00' }))

test('the cost has no column for users who may not see it', () => {
  const shown = show(false)
  expect(shown).toMatchObject({ 'Price (¥)': '19.90', Stock: '12' })
  expect(Object.keys(shown).filter((head) => /cost/i.test(head))).toEqual([])
})
