// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { sales } from '@/lib/dashboard/example'
import type { Shown } from './start-ranges'
import { SalesFigures } from './start-sales'

configure({ asyncUtilTimeout: 10_000 })
vi.setConfig({ testTimeout: 30_000 })
beforeAll(defineFonts)
afterEach(cleanup)

const days = { from: '2026-11-01', to: '2026-11-15' }

/** Shows the figures. `before`: the revenue of the compared range. Returns the pushed paths. */
function show(before: number, range: Shown = '30') {
  const paths: string[] = []
  const compared = { ...sales.compared, revenue: before, refunded: 3_000 }
  render(
    inAdmin(<SalesFigures sales={{ ...sales, compared }} days={days} range={range} compare="previous" by="money" />, {
      push: (path) => void paths.push(path),
    }),
  )
  return paths
}
const figure = (name: string) => {
  const found = screen.getByText(name, { selector: 'dt' }).parentElement
  if (!found) throw new Error(name)
  return found
}

test.each([
  [21_200, '+50% from ¥212.00'],
  [3_182, '+899.4% from ¥31.82'],
  [3_180, 'from ¥31.80'],
  [776, 'from ¥7.76'],
  [0, 'from ¥0.00'],
])('revenue that was %i before', (before, text) => {
  show(before)
  expect(figure('Revenue').textContent).toContain(text)
  expect(figure('Revenue').textContent).not.toMatch(/\d,?\d{3}(\.\d)?%|×/)
})

test('earnings are shown first and larger, and more refunds are bad', () => {
  show(21_200)
  const mains = [...document.querySelectorAll('[data-main] dt')].map(({ textContent }) => textContent)
  expect(mains).toEqual(['Revenue', 'Net revenue', 'Paid orders'])
  expect(figure('Revenue').querySelector('[data-trend]')?.getAttribute('data-trend')).toBe('good')
  expect(figure('Refunded').querySelector('[data-trend]')?.getAttribute('data-trend')).toBe('bad')
})

test('custom days can be chosen, and the other choices stay', async () => {
  const paths = show(21_200, days)
  const own = screen.getByRole('button', { name: 'Custom' })
  expect(own.hasAttribute('data-chosen')).toBe(true)
  fireEvent.click(own)
  const calendar = await screen.findByRole('dialog', { name: 'Custom' })
  fireEvent.click(await within(calendar).findByRole('button', { name: /November 3, 2026/ }))
  fireEvent.click(within(calendar).getByRole('button', { name: /November 5, 2026/ }))
  expect(paths).toEqual(['/admin?from=2026-11-03&to=2026-11-06&by=money'])
})
