// @vitest-environment happy-dom

import { act, cleanup, render } from '@testing-library/react'
import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { routerTo } from '@/components/ui/testing/browser'
import { RefreshProvider } from './refresh'
import { useFollowed } from './use-followed'

/**
 * `now`: the state on the server. `reads`: the number of times that this state was read. `readings`: the number of
 * times that the page was requested.
 */
let now: string | undefined = 'processing'
let reads = 0
let readings = 0

beforeEach(() => {
  vi.useFakeTimers()
  now = 'processing'
  reads = 0
  readings = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function Following({ state }: { state: string | undefined }) {
  useFollowed(state, async () => {
    reads++
    if (reads === 1) throw new Error('The connection is lost.')
    return now
  })
  return null
}

const router = { ...routerTo(), refresh: () => void readings++ }
const at = (state: string | undefined) => (
  <AppRouterContext value={router}>
    <RefreshProvider>
      <Following state={state} />
    </RefreshProvider>
  </AppRouterContext>
)
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1_000))

test('the page is read again once the state is another one, and nothing is asked after the last one', async () => {
  const { rerender } = render(at('processing'))
  await seconds(2)
  await seconds(4)
  expect([reads, readings]).toEqual([2, 0])
  now = undefined
  await seconds(8)
  expect([reads, readings]).toEqual([3, 1])
  rerender(at(undefined))
  await seconds(600)
  expect(reads).toBe(3)
})
