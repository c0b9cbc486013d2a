// @vitest-environment happy-dom

import { act, cleanup, render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AfterSaleStatus } from '@/db/enums'
import after_sale from '@/lib/kit/i18n/en/after_sale.json'
import { Deadline } from './deadline'

const noon = Date.parse('2026-11-20T12:00:00Z')
const inMinutes = (minutes: number) => new Date(noon + minutes * 60_000).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now: noon })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/**
 * Renders the deadline of a case with this status. The deadlines of the case: to decide in 0.5 minutes, to return the
 * goods in 2, to inspect the goods in 3.
 */
function show(status: AfterSaleStatus) {
  const of = { status, decide_by: inMinutes(0.5), return_by: inMinutes(2), inspect_by: inMinutes(3) }
  const { container } = render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" messages={{ after_sale }}>
      <Deadline of={of} />
    </NextIntlClientProvider>,
  )
  return container
}

const after = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))

test('a decision is marked as soon as it is overdue, without a reload', async () => {
  const shown = show('requested')
  expect(shown.querySelector('time')?.dateTime).toBe(inMinutes(0.5))
  expect(shown.textContent).not.toContain('Overdue')
  await after(1)
  expect(shown.textContent).toContain('Overdue')
})

test.each([
  ['disputed', 0.5],
  ['returning', 2],
  ['returned', 3],
] as const)('a case that is %s has the deadline of what it waits for', (status, minutes) => {
  expect(show(status).querySelector('time')?.dateTime).toBe(inMinutes(minutes))
})

test('a case without a next step has no deadline', () => {
  expect(show('done').textContent).toBe('')
})
