import { expect, onTestFinished, test, vi } from 'vitest'
import { singleton } from '@/db/singleton'
import { jobsIfDue, startJobsWith } from './due'

test('jobs are due after a minute, also if the clock was set back meanwhile', () => {
  startJobsWith(async () => {})
  const last = singleton('jobs-last-run', () => ({ at: 0 }))
  const before = last.at
  last.at = Number.NEGATIVE_INFINITY
  vi.useFakeTimers({ toFake: ['performance', 'Date'] })
  onTestFinished(() => {
    vi.useRealTimers()
    last.at = before
  })
  expect(jobsIfDue()).toBeDefined()
  expect(jobsIfDue()).toBeUndefined()
  vi.setSystemTime(Date.now() - 3_600_000)
  vi.advanceTimersByTime(59_000)
  expect(jobsIfDue()).toBeUndefined()
  vi.advanceTimersByTime(2_000)
  expect(jobsIfDue()).toBeDefined()
})
