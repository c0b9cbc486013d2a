import { readFileSync } from 'node:fs'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import type { createOwnAddress } from '@/lib/address/endpoints'
import { isMultipart, multipart } from './body'
import { type GivenOf, SendError, send } from './client'
import { endpoint, staff } from './endpoint'
import { pathId } from './fields'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request with this and remembers what was asked. */
function server(status: number, body: string | null, headers: Record<string, string> = {}) {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
  })
  return asked
}

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the request should have failed'),
    (error: unknown) => {
      if (error instanceof SendError) return error
      throw error
    },
  )

test('nothing of the server is imported but its types', () => {
  const source = readFileSync(new URL('./client.ts', import.meta.url), 'utf8')
  const imports = source.match(/^\s*import\b.*$/gm) ?? []
  expect(imports.length).toBeGreaterThan(0)
  for (const line of imports) expect(line).toMatch(/^import type \{/)
  expect(source).not.toMatch(/\bimport\(|\brequire\(|^export .* from /m)
})

test('fills in the path, leaves out what is undefined, and answers the parsed body', async () => {
  const asked = server(200, JSON.stringify({ items: [], page: 2, size: 10, total: 0 }))
  const found = await send('GET /v1/product/search', { query: { q: '绿茶 & 壶', page: 2, size: undefined } })
  expect(found.page).toBe(2)
  expect(asked[0]?.url).toBe(`/v1/product/search?${new URLSearchParams({ q: '绿茶 & 壶', page: '2' })}`)
  await send('GET /v1/category/{id}/products', { params: { id: 3 } })
  expect(asked[1]?.url).toBe('/v1/category/3/products')
  await send('GET /v1/banner/ids/{id_list}', { params: { id_list: '1,2/..' } })
  expect(asked[2]?.url).toBe('/v1/banner/ids/1%2C2%2F..')
})

test('carries body, token and key', async () => {
  const asked = server(204, null)
  const body = {
    name: '林晚',
    mobile: '13800001024',
    province: '浙江省',
    city: '杭州市',
    district: '',
    detail: '青梧路',
  }
  await send('POST /v1/address', { body, token: 'abc', idempotency_key: 'key-12345678' })
  const { method, headers, body: sent } = asked[0]?.init ?? {}
  expect({ method, sent }).toEqual({ method: 'POST', sent: JSON.stringify(body) })
  expect(Object.fromEntries(new Headers(headers))).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer abc',
    'idempotency-key': 'key-12345678',
  })
})

test('an answer without a body is undefined', async () => {
  server(204, null)
  expect(await send('DELETE /v1/address/{id}', { params: { id: 1 }, token: 'abc' })).toBeUndefined()
})

test('a problem is thrown with everything it says', async () => {
  const invalid_params = [{ in: 'query', name: 'q', reason: 'This is required.', code: 'required' }]
  const document = { code: 'invalid_request', detail: 'q: This is required.', request_id: 'r-12345678', invalid_params }
  server(400, JSON.stringify(document), { 'content-type': 'application/problem+json' })
  const error = await refused(send('GET /v1/product/search', { query: { q: '' } }))
  expect(error).toMatchObject({ ...document, status: 400, retry_after: undefined, message: document.detail })
  expect(error.problem).toEqual(document)
})

test('how long to wait is a number of seconds', async () => {
  const document = { code: 'too_many_requests', detail: 'Try again in 42 seconds.', request_id: 'r-12345678' }
  server(429, JSON.stringify(document), { 'content-type': 'application/problem+json', 'retry-after': '42' })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'too_many_requests', retry_after: 42 })
})

test.each([
  ['a page of some proxy', '<html>Bad gateway</html>', 'text/html'],
  ['a problem that is none', '{"oops":true}', 'application/problem+json'],
  ['half a problem', '{"code":"not_f', 'application/problem+json'],
])('%s is a network failure with its status', async (_, body, type) => {
  server(502, body, { 'content-type': type })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'network', status: 502, problem: undefined })
})

test('no answer at all is a network failure', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'network', status: 0 })
})

test('what the caller aborted is thrown as that', async () => {
  const controller = new AbortController()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    controller.abort()
    init.signal?.throwIfAborted()
  })
  await expect(send('GET /v1/category', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

/** Takes the place of the browser's: sends nothing, answers this. */
function uploads(answer: { status: number; body: string; type: string } | 'fails' | 'waits') {
  const sent: { url: string; headers: Record<string, string>; form: FormData }[] = []
  class Sender {
    status = 0
    responseText = ''
    readonly upload: { onprogress?: (event: object) => void } = {}
    onload = () => {}
    onerror = () => {}
    onabort = () => {}
    onloadend = () => {}
    private url = ''
    private readonly headers: Record<string, string> = {}
    open(method: string, url: string) {
      this.url = `${method} ${url}`
    }
    setRequestHeader(name: string, value: string) {
      this.headers[name] = value
    }
    getResponseHeader = (name: string) =>
      name === 'content-type' && answer !== 'fails' && answer !== 'waits' ? answer.type : null
    abort() {
      this.onabort()
      this.onloadend()
    }
    send(form: FormData) {
      sent.push({ url: this.url, headers: this.headers, form })
      if (answer === 'waits') return
      if (answer === 'fails') this.onerror()
      else {
        this.upload.onprogress?.({ lengthComputable: true, loaded: 1, total: 4 })
        this.status = answer.status
        this.responseText = answer.body
        this.onload()
      }
      this.onloadend()
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sender)
  return sent
}

/** Of an endpoint that no interface has. */
const sendTo = (key: string, given: object): Promise<unknown> => Reflect.apply(send, undefined, [key, given])

test('a body with a file goes as a form, its progress told', async () => {
  const sent = uploads({ status: 201, body: '{"id":3}', type: 'application/json' })
  const heard: number[] = []
  const file = new Blob(['abc'])
  const body = { file, folder_id: 7, note: undefined }
  const answer = await sendTo('POST /cms/test', { body, token: 'abc', on_progress: (part: number) => heard.push(part) })
  expect(answer).toEqual({ id: 3 })
  expect(heard).toEqual([0.25])
  expect(sent).toMatchObject([
    { url: 'POST /cms/test', headers: { accept: 'application/json', authorization: 'Bearer abc' } },
  ])
  expect(sent[0]?.headers).not.toHaveProperty('content-type')
  expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['folder_id', 'file'])
  expect(sent[0]?.form.get('folder_id')).toBe('7')
})

test('a refused upload is a problem, one without an answer a network failure', async () => {
  const document = { code: 'payload_too_large', detail: 'Too large.', request_id: 'r-12345678' }
  uploads({ status: 413, body: JSON.stringify(document), type: 'application/problem+json' })
  const body = { file: new Blob(['abc']) }
  expect(await refused(sendTo('POST /cms/test', { body }))).toMatchObject({ code: 'payload_too_large', status: 413 })
  uploads('fails')
  expect(await refused(sendTo('POST /cms/test', { body }))).toMatchObject({ code: 'network', status: 0 })
})

test('an upload that was aborted is thrown as that', async () => {
  uploads('waits')
  const controller = new AbortController()
  const sending = sendTo('POST /cms/test', { body: { file: new Blob(['abc']) }, signal: controller.signal })
  controller.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})

test('a plain text is answered as it is', async () => {
  server(200, '{"not": json', { 'content-type': 'text/plain; charset=utf-8' })
  expect(await send('GET /v1/category')).toBe('{"not": json')
})

test('what a form with a file carries follows from the endpoint', () => {
  const one = endpoint({
    method: 'POST',
    path: '/cms/test',
    summary: '',
    access: staff,
    body: multipart({ file: { limit: 1 }, fields: { folder_id: pathId, note: z.string().optional() } }),
    handle: async ({ body }) => {
      expectTypeOf(body.file.path).toEqualTypeOf<string>()
      expectTypeOf(body.folder_id).toEqualTypeOf<number>()
    },
  })
  type Given = GivenOf<typeof one>
  expectTypeOf<Given['body']>().toMatchObjectType<{ file: Blob; folder_id: string | number }>()
  expectTypeOf<Given['on_progress']>().toEqualTypeOf<((sent: number) => void) | undefined>()
  expectTypeOf<GivenOf<typeof createOwnAddress>>().not.toHaveProperty('on_progress')
  expect(isMultipart(one.body)).toBe(true)
})

test('a request that does not fit its endpoint does not compile', () => {
  const never = async () => {
    // @ts-expect-error there is no such endpoint
    await send('GET /v1/nothing')
    // @ts-expect-error the search term is required
    await send('GET /v1/product/search')
    // @ts-expect-error not one of the orders
    await send('GET /v1/product/search', { query: { q: 'a', sort: 'colour' } })
    // @ts-expect-error it takes no body
    await send('GET /v1/category', { body: {} })
    // @ts-expect-error a field is misspelt
    await send('PUT /v1/address/{id}', { params: { id: 1 }, body: { citty: 'x' } })
  }
  expect(never).toBeTypeOf('function')
})
