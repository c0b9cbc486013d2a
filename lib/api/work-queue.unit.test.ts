import { expect, test } from 'vitest'
import { Problem } from './problem'
import { WorkQueue } from './work-queue'

test('runs so many at once, and refuses what waits too long', async () => {
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
    expect(one).toMatchObject({ reason: { status: 503, extras: { headers: { 'retry-after': '2' } } } })
  }
  const next = queue.run(task)
  end()
  expect(await Promise.all([...inside, next])).toEqual(['done', 'done', 'done'])
  expect(highest).toBe(2)
})
