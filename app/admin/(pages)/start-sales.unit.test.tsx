// @vitest-environment happy-dom

import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { inAdmin } from '@/components/admin/testing/in-admin'
import { defineFonts } from '@/components/ui/testing/browser'
import { sales } from '@/lib/dashboard/example'
import type { Sales } from '@/lib/dashboard/schema'
import { daysOf, rangeIn, type Shown } from './start-ranges'
import { SalesFigures } from './start-sales'

configure({ asyncUtilTimeout: 10_000 })
beforeAll(defineFonts)
afterEach(() => {
  vi.useRealTimers()
  cleanup()
})

const days = { from: '2026-11-01', to: '2026-11-15' }

/**
 * Shows the figures of the start page. `before`: the revenue of the compared range. Returns the paths that links have
 * opened.
 */
function show(
  before: number,
  range: Shown = '30',
  changes: Partial<z.output<typeof Sales>['current']> = {},
  may_export = true,
) {
  const paths: string[] = []
  const compared = { ...sales.compared, revenue: before, refunded: 3_000 }
  render(
    inAdmin(
      <SalesFigures
        sales={{ ...sales, current: { ...sales.current, ...changes }, compared }}
        days={days}
        range={range}
        compare="previous"
        by="money"
        may_export={may_export}
      />,
      { push: (path) => void paths.push(path) },
    ),
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
  expect(mains).toEqual(['Revenue', 'Net revenue', 'Gross profit', 'Paid orders'])
  expect(figure('Revenue').querySelector('[data-trend]')?.getAttribute('data-trend')).toBe('good')
  expect(figure('Refunded').querySelector('[data-trend]')?.getAttribute('data-trend')).toBe('bad')
})

test('the profit has its margin, and says which sales it does not cover', () => {
  show(0)
  expect(figure('Gross profit').textContent).toContain('¥108.00')
  expect(figure('Gross profit').textContent).toContain('54.5% margin')
  expect(figure('Cost of goods').textContent).toContain('¥50.00 sold at unknown cost')
  cleanup()
  show(0, '30', { gross_profit: -500, gross_margin: null, cost_unknown_amount: 0 })
  expect(figure('Gross profit').textContent).toContain('-¥5.00')
  expect(figure('Gross profit').textContent).not.toContain('margin')
  expect(figure('Cost of goods').textContent).toContain('Known for all sales')
})

test('the net revenue less costs, shipping and sales at unknown cost is the profit', () => {
  show(0)
  const sum = () => screen.queryByText(/^Net revenue ¥/)?.textContent
  expect(sum()).toBe(
    'Net revenue ¥258.00 − cost of goods ¥90.00 − shipping ¥10.00 − sold at unknown cost ¥50.00 = gross profit ¥108.00',
  )
  cleanup()
  show(0, '30', { net: 20_800, unknown_income: 0 })
  expect(sum()).toBe('Net revenue ¥208.00 − cost of goods ¥90.00 − shipping ¥10.00 = gross profit ¥108.00')
})

test('without the permission to see costs, there is no profit', () => {
  show(0, '30', {
    cost: undefined,
    gross_profit: undefined,
    gross_margin: undefined,
    cost_unknown_amount: undefined,
    unknown_income: undefined,
    freight_income: undefined,
  })
  expect(screen.queryByText('Gross profit')).toBeNull()
  expect(screen.queryByText('Cost of goods')).toBeNull()
  expect(screen.queryByText(/shipping/)).toBeNull()
})

test('the statement of the days is downloaded by day or month, by those who may', async () => {
  show(0)
  fireEvent.click(screen.getByRole('button', { name: 'Download statement' }))
  const hrefs = (await screen.findAllByRole('menuitem')).map((entry) => entry.getAttribute('href'))
  const path = '/cms/dashboard/statement?from=2026-11-01&to=2026-11-15'
  expect(hrefs).toEqual([
    `${path}&by=day&format=xlsx&labels=en`,
    `${path}&by=month&format=xlsx&labels=en`,
    `${path}&by=day&format=csv`,
    `${path}&by=month&format=csv`,
  ])
  cleanup()
  show(0, '30', {}, false)
  expect(screen.queryByRole('button', { name: 'Download statement' })).toBeNull()
})

test.each([
  ['month', '2026-11-28', '2026-11-01', '2026-11-29'],
  ['month', '2026-12-31', '2026-12-01', '2027-01-01'],
  ['last_month', '2026-11-30', '2026-10-01', '2026-11-01'],
  ['last_month', '2027-01-31', '2026-12-01', '2027-01-01'],
  ['last_month', '2028-03-31', '2028-02-01', '2028-03-01'],
  ['quarter', '2026-11-28', '2026-10-01', '2026-11-29'],
  ['quarter', '2026-03-31', '2026-01-01', '2026-04-01'],
  ['quarter', '2026-04-01', '2026-04-01', '2026-04-02'],
] as const)('the range %s on %s is from %s to %s', (range, today, from, to) => {
  expect(daysOf(range, today)).toEqual({ from, to })
  expect(rangeIn({ range })).toBe(range)
})

test('custom days can be chosen, and the other choices stay', async () => {
  // The calendar opens in the current month.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-28T04:00:00Z') })
  const paths = show(21_200, days)
  const own = screen.getByRole('button', { name: 'Custom' })
  expect(own.hasAttribute('data-chosen')).toBe(true)
  fireEvent.click(own)
  const calendar = await screen.findByRole('dialog', { name: 'Custom' })
  fireEvent.click(await within(calendar).findByRole('button', { name: /November 3, 2026/ }))
  fireEvent.click(within(calendar).getByRole('button', { name: /November 5, 2026/ }))
  expect(paths).toEqual(['/admin?from=2026-11-03&to=2026-11-06&by=money'])
})
