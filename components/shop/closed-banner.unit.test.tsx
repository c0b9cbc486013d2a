// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { ClosedBanner } from './closed-banner'

const closing = {
  from: '2027-02-04T16:00:00.000Z',
  until: '2027-02-12T16:00:00.000Z',
  message: '春节休息，<img src=x onerror=alert(1)>初七起发货',
}

beforeEach(defineFonts)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** Renders the banner with the clock set to a moment. */
async function showAt(moment: string, message = closing.message) {
  vi.useFakeTimers({ now: Date.parse(moment) })
  render(
    <Shown>
      <ClosedBanner closing={{ ...closing, message }} />
    </Shown>,
  )
  await wait(0)
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const banner = () => screen.queryByRole('note')?.textContent ?? null

const ahead = 'The shop takes no orders from Feb 5, 2027, 12:00 AM to Feb 13, 2027, 12:00 AM.'
const now = 'The shop is closed. It takes orders again from Feb 13, 2027, 12:00 AM.'

test('a closing is told ahead, while it lasts, and no longer: at the moment, without a reload', async () => {
  await showAt('2027-02-04T15:59:00.000Z')
  expect(banner()).toBe(ahead + closing.message)
  await wait(59_999)
  expect(banner()).toContain(ahead)
  await wait(1)
  expect(banner()).toBe(now + closing.message)
  await wait(8 * 86_400_000 - 1)
  expect(banner()).toContain(now)
  await wait(1)
  expect(banner()).toBeNull()
})

test('a closing months ahead, longer than a timer may last, is told until it is over', async () => {
  await showAt('2026-11-20T00:00:00.000Z')
  expect(banner()).toContain(ahead)
  await wait(80 * 86_400_000)
  expect(banner()).toContain(now)
})

test('a message is text, not markup', async () => {
  await showAt('2027-02-05T00:00:00.000Z')
  expect(document.querySelector('img')).toBeNull()
  expect(screen.getByText(closing.message).getAttribute('lang')).toBe('zh-CN')
})

test('without a message, the times are told alone', async () => {
  await showAt('2027-02-05T00:00:00.000Z', '')
  expect(banner()).toBe(now)
})

test('a closing that is over is not told', async () => {
  await showAt('2027-02-12T16:00:00.000Z')
  expect(banner()).toBeNull()
})
