import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect as dial } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { endpoints, jobs } from '@/lib/endpoints'
import { nativeMount } from '@/lib/native/mount'
import { database } from '@/lib/testing/factories'
import { chunksOf, filePace } from './body-stream'

afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['with a length', 'content-length: 100\r\n\r\n{"type":'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n'],
])('JSON %s', (_, rest) => {
  test('that does not arrive within 30 s is 408, and the connection is closed', async () => {
    // Open before the clock stops.
    await database()
    const native = nativeMount(endpoints, jobs)
    const server = createServer((incoming, outgoing) => void native.serve(incoming, outgoing)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('no port')

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const received = once(server, 'request')
    const socket = dial(bound.port, '127.0.0.1')
    socket.write(`POST /v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}`)
    const answer = text(socket)
    await received
    await vi.advanceTimersByTimeAsync(29_000)
    expect(socket.bytesRead).toBe(0)
    await vi.advanceTimersByTimeAsync(1_001)
    vi.useRealTimers()
    // Ends with the connection.
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"request_timeout"/i)
    server.close()
  })
})

/** The sizes of the chunks until the body ends, or its problem. */
async function read(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const sizes: number[] = []
  try {
    for await (const chunk of chunksOf(body, filePace)) sizes.push(chunk.length)
  } catch (error) {
    return { error, sizes }
  }
  return sizes
}

/** A body that sends a byte every so many seconds, and never ends. */
const every = (seconds: number) =>
  new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
        controller.enqueue(new Uint8Array(1))
      },
    },
    { highWaterMark: 0 },
  )

test.each([
  ['pauses for 31 s', 31, 30, 0],
  ['sends a byte every 29 s', 29, 600, 20],
])('a body with a file that %s ends', async (_, seconds, after, chunks) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  let result: unknown
  void read(every(seconds)).then((value) => {
    result = value
  })
  await vi.advanceTimersByTimeAsync((after - 1) * 1_000)
  expect(result).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1_001)
  expect(result).toMatchObject({ error: { code: 'request_timeout' }, sizes: { length: chunks } })
})
