// @vitest-environment happy-dom

import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { operation } from '@/lib/oper_log/example'
import OperationView from './view'

beforeAll(defineFonts)
afterEach(cleanup)

const sku = { id: 1, sku_no: 'A', spec_values: ['艾草'], price: 2600 }
const record = {
  ...operation,
  before: { skus: [sku] },
  after: { skus: [{ ...sku, price: 2750 }] },
}

test('a changed price of a SKU has a row with both prices', () => {
  render(inAdmin(<OperationView record={record} onClose={() => {}} read={async () => undefined} />))
  const row = screen.getByRole('row', { name: /艾草/ })
  expect([...row.children].map(({ textContent }) => textContent)).toEqual(['艾草: price', '¥26.00', '¥27.50'])
})

test('a refusal has its invalid fields in words, and the code', () => {
  const fault = { in: 'body', name: 'name', code: 'required', reason: 'This is required.' } as const
  const refused = { ...operation, success: false, status: 400, code: 'invalid_request', invalid_params: [fault] }
  render(inAdmin(<OperationView record={refused} onClose={() => {}} read={async () => undefined} />))
  expect(screen.getByText(/Name: This is required\./).textContent).toMatch(/ invalid_request$/)
})

test('an entry links to all entries of its request, such as the products of an import', () => {
  render(inAdmin(<OperationView record={record} onClose={() => {}} read={async () => undefined} />))
  const link = screen.getByRole('link', { name: 'All entries of this request' })
  expect(link.getAttribute('href')).toBe(`/admin/oper_log?q=${record.request_id}`)
})
