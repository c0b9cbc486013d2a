import { once } from 'node:events'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer, request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { currentSettings } from '@/lib/kit/config/settings'
import { nativeMount } from '@/lib/server/native/mount'
import { route } from '@/lib/server/next/route'
import { arriving } from '@/lib/server/testing/arriving'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'
import { endpoint, permission } from '../endpoint/endpoint'
import { noInterface } from '../endpoint/interface'
import { multipart } from './body'
import type { Pace } from './body-stream'
import { Upload } from './upload'

const limit = 4 * 1024 * 1024
const temporary = () => readdirSync(tmpdir()).filter((name) => name.startsWith('upload-'))

/** The path and the first characters of each file that the tested endpoint received. */
const received: { path: string; first: string }[] = []

const body = multipart({
  file: { limit: (_, env) => (env.SANDBOX ? limit : 0) },
  fields: { folder_id: z.string().regex(/^\d+$/).transform(Number), note: z.string().optional() },
})
const receive = endpoint({
  method: 'POST',
  path: '/upload/test',
  summary: '',
  access: permission('cms.file.create'),
  // Not logged, because other tests count the rows of the audit log.
  interface: noInterface,
  body,
  output: z.object({ name: z.string(), type: z.string(), size: z.int(), sha256: z.string(), folder_id: z.int() }),
  status: 201,
  async handle({ body: { file, folder_id } }) {
    const [first] = await createReadStream(file.path, { end: 3, encoding: 'utf8' }).toArray()
    received.push({ path: file.path, first: String(first ?? '') })
    if (folder_id === 13) throw new Error('the handler failed')
    return { ...file, folder_id }
  },
})

let token: string
let origin: string
const native = nativeMount({ '/app/upload/test/route.ts': route(receive) })
const server = createServer((incoming, outgoing) => {
  if (!native.serve(incoming, outgoing)) outgoing.writeHead(421).end()
})
beforeAll(async () => {
  token = (await newStaff(['cms.file.create'])).token
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  if (bound === null || typeof bound === 'string') throw new Error('no port')
  origin = `http://127.0.0.1:${bound.port}`
})
afterAll(() => server.close())

type Part = [name: string, value: string | Blob, filename?: string]

function formOf(parts: Part[]): FormData {
  const form = new FormData()
  for (const [name, value, filename] of parts) {
    if (typeof value === 'string') form.append(name, value)
    else form.append(name, value, filename)
  }
  return form
}

const file = (text = 'abcdef', filename = '图.png'): Part => ['file', new Blob([text], { type: 'image/png' }), filename]
const folder: Part = ['folder_id', '7']

const mounts: Record<string, (init: RequestInit) => Promise<Response>> = {
  'over HTTP, natively mounted': (init) => fetch(`${origin}/upload/test`, init),
  'through a route.ts': async (init) =>
    route(receive).POST(new Request('http://localhost/upload/test', await arriving(init)), {
      params: Promise.resolve(undefined),
    }),
}

describe.each(Object.entries(mounts))('%s', (_, request) => {
  const send = async (init: RequestInit, as = token) => {
    const response = await request({
      method: 'POST',
      ...init,
      headers: { ...(as && { authorization: `Bearer ${as}` }), ...init.headers },
    })
    return { status: response.status, body: await response.json() }
  }
  const sendParts = (...values: Part[]) => send({ body: formOf(values) })

  test('a file and its fields reach the handler, and the file is gone after the answer', async () => {
    received.length = 0
    expect(await sendParts(file(), folder)).toEqual({
      status: 201,
      body: {
        name: '图.png',
        type: 'image/png',
        size: 6,
        sha256: 'bef57ec7f53a6d40beb640a780a639c83bc29ac8a9816f1fc6c5c6dcd93c4721',
        folder_id: 7,
      },
    })
    expect(received).toMatchObject([{ first: 'abcd' }])
    expect(existsSync(received[0]?.path ?? '')).toBe(false)
  })

  test('the file name has no folders and is not part of the stored path', async () => {
    received.length = 0
    const { body } = await sendParts(file('abcdef', '../../etc/pass wd'), folder)
    expect(body.name).toBe('pass wd')
    expect(received[0]?.path).toMatch(/upload-[0-9a-f-]{36}$/)
  })

  test('an empty file is accepted', async () => {
    expect((await sendParts(file(''), folder)).body).toMatchObject({ size: 0 })
  })

  test.each<[string, Part[], string, string]>([
    ['without a file', [folder], 'file', 'required'],
    ['without a field', [file()], 'folder_id', 'required'],
    ['with two files', [file(), file(), folder], 'file', 'duplicate'],
    ['with a field twice', [file(), folder, folder], 'folder_id', 'duplicate'],
    ['with an unknown field', [file(), folder, ['is_root', 'true']], 'is_root', 'unknown_field'],
    ['with an unknown file', [file(), folder, ['other', new Blob(['x']), 'x']], 'other', 'unknown_field'],
    ['with text instead of a file', [['file', 'abc'], folder], 'file', 'invalid_type'],
    ['with an invalid field', [file(), ['folder_id', 'abc']], 'folder_id', 'invalid_format'],
    ['with a field that is too large', [file(), folder, ['note', 'x'.repeat(70_000)]], 'note', 'too_big'],
  ])('a form %s is refused with the name', async (_, values, name, code) => {
    expect(await sendParts(...values)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request', invalid_params: [{ in: 'body', name, code }] },
    })
    expect(temporary()).toEqual([])
  })

  test.each<[string, RequestInit]>([
    ['JSON', { body: '{}', headers: { 'content-type': 'application/json' } }],
    ['a form of another kind', { body: new URLSearchParams({ folder_id: '7' }) }],
    ['a form without a boundary', { body: 'x', headers: { 'content-type': 'multipart/form-data' } }],
    ['nothing', {}],
  ])('%s is 415', async (_, init) => {
    expect(await send(init)).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } })
  })

  test('a body that ends too early is 400', async () => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'
    for (const body of [start, '--x\r\n', 'garbage', '']) {
      expect(await send({ body, headers })).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
    expect(temporary()).toEqual([])
  })

  test('a file beyond the limit is 413, with or without Content-Length', async () => {
    const large = formOf([file('x'.repeat(limit + 1)), folder])
    expect(await send({ body: large })).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    expect(await send(await arriving({ body: large }))).toMatchObject({ status: 413 })
    expect(temporary()).toEqual([])
  })

  test('a caller without permission is refused before the body is read', async () => {
    const { token: other } = await newCustomer()
    for (const [as, status] of [
      ['', 401],
      [other, 403],
    ] as const) {
      expect((await send({ body: formOf([file(), folder]) }, as)).status).toBe(status)
    }
    expect((await send({ body: 'no form', headers: { 'content-type': 'text/plain' } }, other)).status).toBe(403)
    expect(temporary()).toEqual([])
  })

  test('the file is removed after a handler that failed', async () => {
    expect((await sendParts(file(), ['folder_id', '13'])).status).toBe(500)
    expect(temporary()).toEqual([])
  })

  test('an Idempotency-Key is for one content, name and fields', async () => {
    const headers = { 'idempotency-key': unique('upload-') }
    const sendWithKey = (...parts: Part[]) => send({ body: formOf(parts), headers })
    received.length = 0
    const first = await sendWithKey(file(), folder)
    expect(await sendWithKey(file(), folder)).toEqual(first)
    const others: Part[][] = [
      [file('other!'), folder],
      [file('abcdef', '二.png'), folder],
      [file(), ['folder_id', '8']],
    ]
    for (const parts of others)
      expect(await sendWithKey(...parts)).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
    expect(received).toHaveLength(1)
    expect(temporary()).toEqual([])
  })
})

test('a large file arrives complete over HTTP, in chunks without Content-Length', async () => {
  const size = 3 * 1024 * 1024
  const boundary = 'a-boundary'
  const outgoing = httpRequest(`${origin}/upload/test`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  const responded = once(outgoing, 'response')
  const part = (name: string, more = '') =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`
  outgoing.write(`${part('folder_id')}7\r\n${part('file', '; filename="a"')}`)
  const chunk = Buffer.alloc(64 * 1024, 'x')
  for (let sent = 0; sent < size; sent += chunk.length) {
    if (!outgoing.write(chunk)) await once(outgoing, 'drain')
  }
  outgoing.end(`\r\n--${boundary}--\r\n`)
  const [incoming] = await responded
  let text = ''
  for await (const chunk of incoming) text += chunk
  expect(JSON.parse(text)).toMatchObject({ size, folder_id: 7 })
})

test('a client that disconnects leaves no file', async () => {
  const outgoing = httpRequest(`${origin}/upload/test`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': '100000',
    },
  })
  outgoing.on('error', () => {})
  outgoing.write('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n')
  outgoing.write('x'.repeat(50_000))
  await vi.waitFor(() => expect(temporary()).toHaveLength(1), 5_000)
  outgoing.destroy()
  await vi.waitFor(() => expect(temporary()).toEqual([]), 5_000)
})

const start = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nabc'

/** Returns the form of a request whose body is this stream. */
function uploadOf(stream: ReadableStream<Uint8Array>, pace?: Pace): Upload {
  const request = new Request('http://localhost/upload/test', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: stream,
    ...{ duplex: 'half' },
  })
  return new Upload(body, request, pace)
}

test('a file is never completely in memory: reading waits for the disk', async () => {
  const chunk = Buffer.alloc(16 * 1024, 'x')
  const size = 3 * 1024 * 1024
  let sent = 0
  let maxBuffered = 0
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const [name] = temporary()
        maxBuffered = Math.max(maxBuffered, sent - (name ? statSync(join(tmpdir(), name)).size : 0))
        if (sent === 0) controller.enqueue(Buffer.from(start))
        if (sent < size) controller.enqueue(chunk)
        else {
          controller.enqueue(Buffer.from('\r\n--x--\r\n'))
          controller.close()
        }
        sent += chunk.length
      },
    },
    { highWaterMark: 0 },
  )
  const upload = uploadOf(stream)
  const form = await upload.read(await currentSettings(await database()))
  await upload.remove()
  expect(form.file).toMatchObject({ size: size + 3 })
  expect(maxBuffered).toBeLessThan(size / 8)
  expect(temporary()).toEqual([])
})

test('a client that stops sending times out', async () => {
  const stopped = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(start)),
  })
  const upload = uploadOf(stopped, { idle: 50, total: 5_000 })
  const settings = await currentSettings(await database())
  await expect(upload.read(settings)).rejects.toMatchObject({
    code: 'request_timeout',
    extras: { headers: { connection: 'close' } },
  })
  await upload.remove()
  expect(temporary()).toEqual([])
})
