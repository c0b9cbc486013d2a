import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nativeMount } from '@/lib/server/native/mount'
import { route } from '@/lib/server/next/route'
import { newCustomer, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { picture } from '@/lib/server/testing/pictures'
import { uploadPicture } from './endpoints'

const native = nativeMount({ '/app/v1/file/route.ts': route(uploadPicture) })
const server = createServer((incoming, outgoing) => {
  if (!native.serve(incoming, outgoing)) outgoing.writeHead(421).end()
})
let origin: string
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${bound.port}`
})
afterAll(() => server.close())

const mounts: Record<string, (init: RequestInit) => Promise<Response>> = {
  'over HTTP, natively mounted': (init) => fetch(`${origin}/v1/file`, init),
  'through a route.ts': (init) =>
    route(uploadPicture).POST(new Request('http://localhost/v1/file', init), { params: Promise.resolve(undefined) }),
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

describe.each(Object.entries(mounts))('a picture that is being sent, %s', (_, request) => {
  /** Sends a picture whose last part waits for a call of `end`. */
  async function slowly(token: string) {
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
    const bytes = await picture()
    let end = () => {}
    const told = new Promise<void>((resolve) => {
      end = resolve
    })
    let hasBegun = false
    const body = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          if (!hasBegun) {
            hasBegun = true
            return controller.enqueue(bytesOf(start))
          }
          await told
          controller.enqueue(Uint8Array.from(bytes))
          controller.enqueue(bytesOf('\r\n--x--\r\n'))
          controller.close()
        },
      },
      { highWaterMark: 0 },
    )
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'multipart/form-data; boundary=x' }
    const answer = request({ method: 'POST', headers, body, ...{ duplex: 'half' } })
    return { answer, end }
  }

  /** Returns the first picture that is answered, while none has ended. It need not be the one that was sent last. */
  const firstAnswered = async (sent: Awaited<ReturnType<typeof slowly>>[]) => {
    const refused = await Promise.race(sent.map(async (one) => ({ one, answer: await one.answer })))
    refused.one.end()
    return { answer: refused.answer, others: sent.filter((one) => one !== refused.one) }
  }

  test('takes one of two slots of its customer: a third picture is refused before it has arrived', async () => {
    const [{ token }, other] = [await newCustomer(), await newCustomer()]
    const { answer, others } = await firstAnswered([await slowly(token), await slowly(token), await slowly(token)])
    expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([429, '"pictures_at_once";q=2'])
    const waiting = [...others, await slowly(other.token)]
    for (const { end } of waiting) end()
    const statuses = await Promise.all(waiting.map(async (one) => (await one.answer).status))
    expect(statuses).toEqual([201, 201, 201])
    const next = await slowly(token)
    next.end()
    expect((await next.answer).status).toBe(201)
  })

  test('counts toward the daily limit before it has arrived', async () => {
    const { token } = await newCustomer()
    await setParameters({ 'limit.pictures_per_day': 1 })
    try {
      const { answer, others } = await firstAnswered([await slowly(token), await slowly(token)])
      expect([answer.status, answer.headers.get('ratelimit-policy')]).toEqual([429, '"pictures";q=1'])
      for (const { end } of others) end()
      expect(await Promise.all(others.map(async (one) => (await one.answer).status))).toEqual([201])
    } finally {
      await resetParameter('limit.pictures_per_day')
    }
  })
})

test('a picture has a minute to arrive', () => {
  expect(uploadPicture.body?.multipart).toMatchObject({ seconds: 60 })
})
