// @vitest-environment happy-dom

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRunning } from './use-running'

const opened = Date.parse('2026-11-25T08:00:00Z')
beforeEach(() => void vi.useFakeTimers({ now: opened }))
afterEach(() => void vi.useRealTimers())

const day = 24 * 60 * 60 * 1_000
const ending = (days: number) => ({ price: days, ends_at: new Date(opened + days * day).toISOString() })
const wait = (days: number) => act(() => vi.advanceTimersByTimeAsync(days * day))

test('each deal runs until its end, also beyond the longest delay of a timer', async () => {
  const deals = [ending(1), null, ending(60), ending(-1)]
  const { result } = renderHook(() => useRunning(deals))
  const running = () => deals.map((deal) => result.current(deal)?.price)
  // The server's answer counts until the first check, so that the browser repeats the server's rendering.
  expect(running()).toEqual([1, undefined, 60, -1])
  await wait(0.5)
  expect(running()).toEqual([1, undefined, 60, undefined])
  await wait(0.5)
  expect(running()).toEqual([undefined, undefined, 60, undefined])
  await wait(58)
  expect(running()[2]).toBe(60)
  await wait(1)
  expect(running()[2]).toBeUndefined()
})
