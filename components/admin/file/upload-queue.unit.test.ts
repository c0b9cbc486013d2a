import { expect, test } from 'vitest'
import { UploadQueue } from './upload-queue'

/** Returns a queue whose uploads are pending until the test ends them. */
function queueOf() {
  const pending = new Map<string, { done: (id: string) => void; fail: (error: Error) => void; signal: AbortSignal }>()
  let idle = 0
  const queue = new UploadQueue<string>(() => {
    idle += 1
  })
  const add = (...names: string[]) =>
    queue.add(
      names.map((name) => new File([], name)),
      ({ name }, { signal, on_progress }) =>
        new Promise((done, fail) => {
          on_progress(0.5)
          signal.addEventListener('abort', () => fail(new Error('aborted')))
          pending.set(name, { done, fail, signal })
        }),
    )
  const states = () => queue.snapshot().map(({ file, state }) => `${file.name} ${state}`)
  const keyOf = (name: string) => queue.snapshot().find(({ file }) => file.name === name)?.key ?? 0
  return { queue, add, states, keyOf, pending, idle: () => idle }
}

test('three files are sent at a time, and a failed or canceled one does not stop the others', async () => {
  const { queue, add, states, keyOf, pending, idle } = queueOf()
  add('a', 'b', 'c', 'd', 'e')
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting', 'e waiting'])
  expect(queue.snapshot()[0]?.sent).toBe(0.5)

  pending.get('b')?.fail(new Error('too large'))
  await expect.poll(states).toEqual(['a sending', 'b failed', 'c sending', 'd sending', 'e waiting'])
  queue.cancel(keyOf('e'))
  queue.cancel(keyOf('a'))
  expect(pending.get('a')?.signal.aborted).toBe(true)
  pending.get('c')?.done('c')
  pending.get('d')?.done('d')
  await expect.poll(states).toEqual(['a cancelled', 'b failed', 'c done', 'd done', 'e cancelled'])
  expect(pending.has('e')).toBe(false)
  expect(idle()).toBe(1)

  queue.retry(keyOf('b'))
  expect(states()[1]).toBe('b sending')
  pending.get('b')?.done('b')
  await expect.poll(idle).toBe(2)
  queue.clear()
  expect(states()).toEqual([])
})

test('an upload that is canceled and immediately repeated is sent once more', async () => {
  const { queue, add, states, keyOf, pending, idle } = queueOf()
  add('a')
  queue.cancel(keyOf('a'))
  queue.retry(keyOf('a'))
  await expect.poll(states).toEqual(['a sending'])
  pending.get('a')?.done('a')
  await expect.poll(states).toEqual(['a done'])
  expect(idle()).toBe(1)
})
