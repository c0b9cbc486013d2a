// @vitest-environment happy-dom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { defineFonts } from '@/components/ui/testing/browser'
import { Shown } from '@/components/ui/testing/shown'
import { TimeLeft } from './time-left'

beforeEach(() => {
  defineFonts()
  vi.useFakeTimers({ now: new Date('2026-11-25T08:00:00Z') })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (until: string, onOver: () => void = () => undefined) =>
  render(
    <Shown>
      <TimeLeft until={until} onOver={onOver} />
    </Shown>,
  )
const wait = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
const shown = () => screen.queryByRole('timer')?.textContent

test('counts down by the second, and tells once when the time is over', async () => {
  const onOver = vi.fn()
  show('2026-11-25T08:44:12Z', onOver)
  expect(shown()).toBe('44:12 left')
  await wait(2)
  expect(shown()).toBe('44:10 left')
  await wait(44 * 60 + 9)
  expect(shown()).toBe('00:01 left')
  expect(onOver).not.toHaveBeenCalled()
  await wait(3)
  expect(shown()).toBe('The time to pay is over.')
  expect(onOver).toHaveBeenCalledOnce()
})

test('says nothing of more than a day', () => {
  show('2026-11-27T08:00:00Z')
  expect(shown()).toBeUndefined()
})

test('begins with the time of this moment, not with that of the page', async () => {
  vi.setSystemTime(new Date('2026-11-25T08:00:07Z'))
  show('2026-11-25T08:30:07Z')
  expect(shown()).toBe('30:00 left')
})
