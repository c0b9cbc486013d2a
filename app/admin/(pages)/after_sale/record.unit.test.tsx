// @vitest-environment happy-dom

import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { defineFonts } from '@/components/testing/browser'
import { inAdmin } from '@/components/testing/in-admin'
import { cmsPage, cmsRequested, cmsReturning } from '@/lib/after_sale/example'
import { type Case, CaseRecord } from './record'

beforeAll(defineFonts)
afterEach(cleanup)

const order_status = [
  { value: 'shipped', label: 'Shipped', style: 'info', is_default: false, is_disabled: false } as const,
]
const [row] = cmsPage.items
if (!row) throw new Error('The example has a case.')

function show(others = cmsPage.items, record: Case = cmsRequested) {
  render(inAdmin(<CaseRecord record={record} others={others} />, { admin: { dictionaries: { order_status } } }))
  return (name: string) => within(screen.getByRole('region', { name }))
}

test('a case says how its order stands, and until when it is to be decided', () => {
  const about = show()('Details')
  expect(about.getByText('Shipped')).toBeTruthy()
  expect(about.getByText('Decide by').parentElement?.textContent).toContain('Nov 26, 2026, 11:12 AM')
})

test('a case shows what else the customer has asked for, with a link to all of it', () => {
  const others = show()('Other returns')
  expect(others.getByRole('link', { name: row.no }).getAttribute('href')).toBe(`/admin/after_sale/${row.id}`)
  expect(others.getByRole('link', { name: 'All returns of this customer' }).getAttribute('href')).toBe(
    `/admin/after_sale?customer_id=${cmsRequested.customer.id}`,
  )
})

test('the only case of a customer says that there is none besides', () => {
  const others = show([])('Other returns')
  expect(others.getByText('None.')).toBeTruthy()
  expect(others.queryByRole('link')).toBeNull()
})

test('a return is approved with the usual address, which can be changed', async () => {
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Approve the return' }))
  const address = await screen.findByRole('textbox', { name: /^Return address/ }, { timeout: 10_000 })
  expect(address).toHaveProperty('value', cmsRequested.usual_return_to)
})

test('goods that the customer has not sent can be accepted, or the return is ended', async () => {
  show([], cmsReturning)
  const names = screen.getAllByRole('button').map(({ textContent }) => textContent)
  expect(names.filter((name) => name === 'Reject' || name === 'Accept the goods')).toEqual([
    'Reject',
    'Accept the goods',
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Accept the goods' }))
  await screen.findByText(/^The customer has entered no tracking number/, undefined, { timeout: 10_000 })
})
