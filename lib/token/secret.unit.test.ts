import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Problem } from '@/lib/kit/api/endpoint/problem'
import { hashingQueue, hashSecret, verifySecret } from './secret'

test('other work of the thread pool does not wait for hashes', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 24 }, () => hashSecret('a good long secret').then(() => hashed++))
  await promisify(gzip)('x'.repeat(100_000))
  expect(hashed).toBeLessThan(4)
  await Promise.all(hashes)
})

describe('when the queue is full', () => {
  test('another password is refused at once with the time to wait', async () => {
    const queue = hashingQueue()
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const waiting = Array.from({ length: queue.capacity }, () => queue.run(() => gate))
    const refused = await Promise.all(
      [hashSecret('one more'), verifySecret(null, 'one more')].map((one) => one.catch((error: unknown) => error)),
    )
    for (const error of refused) {
      expect(error).toBeInstanceOf(Problem)
      expect(error).toMatchObject({
        code: 'unavailable',
        status: 503,
        extras: { headers: { 'retry-after': expect.stringMatching(/^[123]$/) } },
      })
    }
    open()
    await Promise.all(waiting)
    expect(await hashSecret('one more')).toMatch(/^\$argon2id/)
  })

  test('a hash that fails releases its place', async () => {
    const queue = hashingQueue()
    const failing = Array.from({ length: queue.capacity }, () => queue.run(() => Promise.reject(new Error('no'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await queue.run(() => Promise.resolve(7))).toBe(7)
  })
})
