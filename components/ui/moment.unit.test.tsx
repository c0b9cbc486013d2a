// @vitest-environment happy-dom

import { cleanup, render } from '@testing-library/react'
import { NextIntlClientProvider } from 'next-intl'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { english } from '@/lib/kit/i18n/messages'
import { Moment } from './moment'

const opened = Date.parse('2026-11-20T12:00:00Z')
const inMinutes = (minutes: number) => new Date(opened + minutes * 60_000).toISOString()

beforeEach(() => {
  vi.useFakeTimers({ now: opened })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Returns the displayed text of the moment `at`, which is rendered `minutes` after the page was opened. */
function shown(at: string, minutes: number) {
  vi.setSystemTime(opened + minutes * 60_000)
  const { container } = render(
    <NextIntlClientProvider locale="en" timeZone="Asia/Shanghai" now={new Date(opened)} messages={english}>
      <Moment at={at} />
    </NextIntlClientProvider>,
  )
  return container.textContent
}

test('what has happened since the page was opened is not in the future', () => {
  expect(shown(inMinutes(2), 2)).toBe('just now')
})

test('what is to come is, and what was before was', () => {
  expect(shown(inMinutes(10), 2)).toBe('in 10 minutes')
  cleanup()
  expect(shown(inMinutes(-5), 2)).toBe('5 minutes ago')
})
