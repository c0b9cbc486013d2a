import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { Problem } from '@/lib/api/problem'
import { hashingQueue, hashSecret, verifySecret } from './secret'

test('other work of the thread pool does not wait for hashes', async () => {
  let hashed = 0
  const hashes = Array.from({ length: 24 }, () => hashSecret('a good long secret').then(() => hashed++))
  await promisify(gzip)('x'.repeat(100_000))
  expect(hashed).toBeLessThan(4)
  await Promise.all(hashes)
})

describe('when the queue is full', () => {
  test('another is refused at once with the time to wait', async () => {
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
      expect(error).toMatchObject({ code: 'unavailable', status: 503, extras: { headers: { 'retry-after': '2' } } })
    }
    open()
    await Promise.all(waiting)
    expect(await hashSecret('one more')).toMatch(/^\$argon2id/)
  })

  test('a hash that fails makes room for the next', async () => {
    const queue = hashingQueue()
    const failing = Array.from({ length: queue.capacity }, () => queue.run(() => Promise.reject(new Error('no'))))
    expect((await Promise.allSettled(failing)).every(({ status }) => status === 'rejected')).toBe(true)
    expect(await queue.run(() => Promise.resolve(7))).toBe(7)
  })
})

/** A server that says how many threads it has once its pool is in use. */
const countingServer = `
  import { pbkdf2 } from 'node:crypto'
  import { readdirSync } from 'node:fs'
  const threads = () => readdirSync('/proc/self/task').length
  const size = Number(process.env.UV_THREADPOOL_SIZE)
  // Every thread is started with the first work.
  pbkdf2('a', 'b', 1, 32, 'sha512', () => console.log(JSON.stringify({ size, threads: threads() })))`

test.runIf(process.platform === 'linux')('npm start enlarges the thread pool before its first use', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mini-shop-start-'))
  try {
    for (const name of ['scripts', '.server']) mkdirSync(join(folder, name))
    cpSync('scripts/start.cjs', join(folder, 'scripts/start.cjs'))
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
    writeFileSync(join(folder, '.server/server.js'), countingServer)
    const run = async (threads: number | undefined) => {
      const env = { ...process.env, UV_THREADPOOL_SIZE: '', ...(threads && { UV_THREADPOOL_SIZE: String(threads) }) }
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'scripts/start.cjs')], { env })
      return JSON.parse(stdout)
    }
    const [usual, larger] = [await run(undefined), await run(16)]
    // For hashes, and for one picture.
    const size = 4 + Math.max(1, availableParallelism() - 1) + 1
    expect(usual.size).toBe(size)
    expect(larger.size).toBe(16)
    expect(larger.threads - usual.threads).toBe(16 - size)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
