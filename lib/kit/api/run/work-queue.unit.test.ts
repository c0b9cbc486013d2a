import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Problem } from '../endpoint/problem'
import { WorkQueue } from './work-queue'

test('runs a limited number of tasks at once, and refuses those that wait too long', async () => {
  const queue = new WorkQueue({ atOnce: 2, capacity: 10, work: 'tests', patience: 20 })
  let running = 0
  let highest = 0
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const task = async () => {
    highest = Math.max(highest, ++running)
    await ended
    running--
    return 'done'
  }
  const inside = [queue.run(task), queue.run(task)]
  const late = await Promise.allSettled([queue.run(task), queue.run(task)])
  for (const one of late) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(Problem) })
    expect(one).toMatchObject({
      reason: { status: 503, extras: { headers: { 'retry-after': expect.stringMatching(/^[123]$/) } } },
    })
  }
  const next = queue.run(task)
  end()
  expect(await Promise.all([...inside, next])).toEqual(['done', 'done', 'done'])
  expect(highest).toBe(2)
})

describe('a queue that measures its capacity', () => {
  const milliseconds = 10
  const patience = 120
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /**
   * Returns functions that send tasks to a queue, and counts of the tasks that were done, refused at once, and refused
   * late.
   */
  function crowd(queue: WorkQueue) {
    const counts = { done: 0, atOnce: 0, late: 0 }
    const come = async () => {
      const came = performance.now()
      try {
        await queue.run(() => new Promise<void>((resolve) => setTimeout(resolve, milliseconds)))
        counts.done++
      } catch (error) {
        expect(error).toMatchObject({ code: 'unavailable' })
        counts[performance.now() > came ? 'late' : 'atOnce']++
      }
    }
    const settle = () => vi.advanceTimersByTimeAsync(0)
    return {
      counts,
      /** Sends `many` tasks in each millisecond, for `until` milliseconds. */
      async last(until: number, many: number) {
        for (let now = 0; now < until; now++) {
          for (let one = 0; one < many; one++) void come()
          await vi.advanceTimersByTimeAsync(1)
        }
        await settle()
      },
    }
  }

  test('refuses at once tasks that would wait longer, and admits fewer while the load lasts', async () => {
    const queue = new WorkQueue({ atOnce: 1, work: 'tests', patience })
    const { counts, last } = crowd(queue)
    expect(queue.capacity).toBe(1 + patience)
    // Until the interval is measured, some accepted tasks do not start in time.
    await last(3_000, 3)
    expect(counts.done).toBeGreaterThan(290)
    expect(counts.late).toBeGreaterThan(0)
    const learned = { ...counts }
    await last(1_000, 3)
    expect(counts.done - learned.done).toBe(1_000 / milliseconds)
    expect(counts.late - learned.late).toBe(0)
    expect(counts.atOnce - learned.atOnce).toBeGreaterThan(2_500)
    expect(queue.capacity).toBe(1 + Math.ceil(patience / 5 / milliseconds))

    // No task arrives for a while: the next rush is completed.
    await last(200, 0)
    const rested = { ...counts }
    expect(queue.capacity).toBeGreaterThanOrEqual(1 + patience / milliseconds)
    await last(1, 10)
    await last(patience, 0)
    expect(counts).toEqual({ ...rested, done: rested.done + 10 })
  })

  test('accepts a task after one that took very long', async () => {
    const queue = new WorkQueue({ atOnce: 1, work: 'tests', patience })
    const { counts, last } = crowd(queue)
    let end = () => {}
    const stuck = queue.run(() => new Promise<void>((resolve) => (end = resolve)))
    await last(10_000, 1)
    expect(counts.done).toBe(0)
    end()
    await stuck
    await last(1_000, 1)
    expect(counts.done).toBe(1_000 / milliseconds)
  })
})
