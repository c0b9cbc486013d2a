import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { connect as dial } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { nativeMount } from '@/lib/server/native/mount'
import { nativeRoutes } from '@/lib/server/native/tree'
import { database, newCustomer } from '@/lib/server/testing/factories'
import { chunksOf, filePace, textPace } from './body-stream'

afterEach(() => {
  vi.useRealTimers()
})

async function listen(): Promise<Server> {
  const native = nativeMount(nativeRoutes)
  const server = createServer((incoming, outgoing) => void native.serve(incoming, outgoing)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

function portOf(server: Server): number {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  return bound.port
}

describe.each([
  ['with a length', 'content-length: 100\r\n\r\n{"type":'],
  ['in chunks', 'transfer-encoding: chunked\r\n\r\n8\r\n{"type":\r\n'],
])('JSON %s', (_, rest) => {
  test('that does not arrive within 30 s is 408, and the connection is closed', async () => {
    // Opened before the fake clock stops.
    await database()
    const server = await listen()

    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const received = once(server, 'request')
    const socket = dial(portOf(server), '127.0.0.1')
    socket.write(`POST /v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${rest}`)
    const answer = text(socket)
    await received
    await vi.advanceTimersByTimeAsync(29_000)
    expect(socket.bytesRead).toBe(0)
    await vi.advanceTimersByTimeAsync(1_001)
    vi.useRealTimers()
    // Resolves when the server closes the connection.
    expect(await answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*connection: close[\s\S]*"code":"request_timeout"/i)
    server.close()
  })
})

describe('a body above its limit', () => {
  const head = 'POST /v1/token HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n'
  // More bytes than the buffers of client and server hold.
  const rest = Buffer.alloc(12 * 1024 * 1024, ' ')
  const file = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n'

  test.each([
    ['with a length', 413, `${head}content-length: ${rest.length}\r\n\r\n`, ''],
    ['in chunks', 413, `${head}transfer-encoding: chunked\r\n\r\n${rest.length.toString(16)}\r\n`, '\r\n0\r\n\r\n'],
    [
      'with a file',
      413,
      `POST /v1/file HTTP/1.1\r\nhost: localhost\r\nTOKEN\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: ${rest.length + file.length}\r\n\r\n${file}`,
      '',
    ],
  ])('%s is received before it is refused, so that its client can read why', async (_, status, before, after) => {
    const { token } = await newCustomer()
    const server = await listen()
    const socket = dial(portOf(server), '127.0.0.1')
    try {
      // This client does not read before it has sent everything.
      for (const part of [before.replace('TOKEN', `authorization: Bearer ${token}`), rest, after])
        await new Promise<void>((resolve, reject) => socket.write(part, (error) => (error ? reject(error) : resolve())))
      expect(await text(socket)).toMatch(
        new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*connection: close[\\s\\S]*"code":"payload_too_large"`, 'i'),
      )
    } finally {
      socket.destroy()
      server.close()
    }
  })

  test.each([
    ['that never ends', 0, 257],
    ['that pauses', 3_600, 1],
  ])('%s is not received forever', async (_, seconds, chunks) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    let sent = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (seconds) await new Promise((resolve) => setTimeout(resolve, seconds * 1_000))
          sent++
          controller.enqueue(new Uint8Array(64 * 1024))
        },
        cancel: () => {
          isCancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    const size = { max: 64 * 1024, detail: 'too much', declared: 70_000 }
    const refused = expect(chunksOf(body, textPace, size).next()).rejects.toMatchObject({ code: 'payload_too_large' })
    await vi.advanceTimersByTimeAsync(2_000)
    await refused
    expect(isCancelled).toBe(true)
    expect(sent).toBeLessThanOrEqual(chunks)
  })
})

/**
 * Returns the sizes of the chunks of a body. If reading fails, returns the error and the sizes of the chunks before the
 * failure.
 */
async function read(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const sizes: number[] = []
  try {
    const size = { max: Number.POSITIVE_INFINITY, detail: '', declared: undefined }
    for await (const chunk of chunksOf(body, filePace, size)) sizes.push(chunk.length)
  } catch (error) {
    return { error, sizes }
  }
  return sizes
}

/** Returns a body that sends a byte every `seconds` seconds and never ends. */
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
