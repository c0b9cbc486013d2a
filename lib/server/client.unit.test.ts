import { readFileSync } from 'node:fs'
import { afterEach, expect, expectTypeOf, test, vi } from 'vitest'
import { z } from 'zod'
import type { createAddress } from '@/lib/address/endpoints'
import { endpoint, staff } from '@/lib/kit/api/endpoint/endpoint'
import { pathId } from '@/lib/kit/api/endpoint/fields'
import { isMultipart, multipart } from '@/lib/kit/api/run/body'
import { type CallInputOf, SendError, send } from './client'

afterEach(() => vi.unstubAllGlobals())

/** Replaces `fetch` with a function that always returns this response. Returns the captured requests. */
function server(status: number, body: string | null, headers: Record<string, string> = {}) {
  const requests: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    requests.push({ url, init })
    return new Response(body, { status, headers: { 'content-type': 'application/json', ...headers } })
  })
  return requests
}

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the request should have failed'),
    (error: unknown) => {
      if (error instanceof SendError) return error
      throw error
    },
  )

test('only types of the server are imported', () => {
  const source = readFileSync(new URL('./client.ts', import.meta.url), 'utf8')
  const imports = source.match(/^\s*import\b.*$/gm) ?? []
  expect(imports.length).toBeGreaterThan(0)
  for (const line of imports) expect(line).toMatch(/^import type \{/)
  expect(source).not.toMatch(/\bimport\(|\brequire\(|^export .* from /m)
})

test('fills in the path, omits undefined values and returns the parsed body', async () => {
  const requests = server(200, JSON.stringify({ items: [], page: 2, size: 10, total: 0 }))
  const found = await send('GET /v1/product/search', { query: { q: '绿茶 & 壶', page: 2, size: undefined } })
  expect(found.page).toBe(2)
  expect(requests[0]?.url).toBe(`/v1/product/search?${new URLSearchParams({ q: '绿茶 & 壶', page: '2' })}`)
  await send('GET /v1/category/{id}/products', { params: { id: 3 } })
  expect(requests[1]?.url).toBe('/v1/category/3/products')
  await send('GET /v1/banner/ids/{id_list}', { params: { id_list: '1,2/..' } })
  expect(requests[2]?.url).toBe('/v1/banner/ids/1%2C2%2F..')
})

test('sends body, token and key', async () => {
  const requests = server(204, null)
  const body = {
    name: '林晚',
    mobile: '13800001024',
    province: '浙江省',
    city: '杭州市',
    district: '',
    detail: '青梧路',
  }
  await send('POST /v1/address', { body, token: 'abc', idempotency_key: 'key-12345678' })
  const { method, headers, body: sent } = requests[0]?.init ?? {}
  expect({ method, sent }).toEqual({ method: 'POST', sent: JSON.stringify(body) })
  expect(Object.fromEntries(new Headers(headers))).toEqual({
    accept: 'application/json',
    'content-type': 'application/json',
    authorization: 'Bearer abc',
    'idempotency-key': 'key-12345678',
  })
})

test('a response without a body is undefined', async () => {
  server(204, null)
  expect(await send('DELETE /v1/address/{id}', { params: { id: 1 }, token: 'abc' })).toBeUndefined()
})

test('a problem is thrown with all its members', async () => {
  const invalid_params = [{ in: 'query', name: 'q', reason: 'This is required.', code: 'required' }]
  const document = { code: 'invalid_request', detail: 'q: This is required.', request_id: 'r-12345678', invalid_params }
  server(400, JSON.stringify(document), { 'content-type': 'application/problem+json' })
  const error = await refused(send('GET /v1/product/search', { query: { q: '' } }))
  expect(error).toMatchObject({ ...document, status: 400, retry_after: undefined, message: document.detail })
  expect(error.problem).toEqual(document)
})

test('retry_after is a number of seconds', async () => {
  const document = { code: 'too_many_requests', detail: 'Try again in 42 seconds.', request_id: 'r-12345678' }
  server(429, JSON.stringify(document), { 'content-type': 'application/problem+json', 'retry-after': '42' })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'too_many_requests', retry_after: 42 })
})

test.each([
  ['the HTML page of a proxy', '<html>Bad gateway</html>', 'text/html'],
  ['a problem without its members', '{"oops":true}', 'application/problem+json'],
  ['a truncated problem', '{"code":"not_f', 'application/problem+json'],
])('%s is a network failure with its status', async (_, body, type) => {
  server(502, body, { 'content-type': type })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'network', status: 502, problem: undefined })
})

test('no response is a network failure', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('fetch failed')
  })
  expect(await refused(send('GET /v1/category'))).toMatchObject({ code: 'network', status: 0 })
})

test('an aborted request throws the reason of its signal', async () => {
  const controller = new AbortController()
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    controller.abort()
    init.signal?.throwIfAborted()
  })
  await expect(send('GET /v1/category', { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

/** Replaces XMLHttpRequest with a class that returns this response without a network. Returns the captured requests. */
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

/** Calls `send` for the endpoint `key`, which does not exist in the API. */
const sendTo = (key: string, input: object): Promise<unknown> => Reflect.apply(send, undefined, [key, input])

test('a body with a file is sent as a form and reports its progress', async () => {
  const sent = uploads({ status: 201, body: '{"id":3}', type: 'application/json' })
  const progress: number[] = []
  const file = new Blob(['abc'])
  const body = { file, folder_id: 7, note: undefined }
  const answer = await sendTo('POST /cms/test', {
    body,
    token: 'abc',
    on_progress: (part: number) => progress.push(part),
  })
  expect(answer).toEqual({ id: 3 })
  expect(progress).toEqual([0.25])
  expect(sent).toMatchObject([
    { url: 'POST /cms/test', headers: { accept: 'application/json', authorization: 'Bearer abc' } },
  ])
  expect(sent[0]?.headers).not.toHaveProperty('content-type')
  expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['folder_id', 'file'])
  expect(sent[0]?.form.get('folder_id')).toBe('7')
})

test('a refused upload throws its problem, one without a response a network failure', async () => {
  const document = { code: 'payload_too_large', detail: 'Too large.', request_id: 'r-12345678' }
  uploads({ status: 413, body: JSON.stringify(document), type: 'application/problem+json' })
  const body = { file: new Blob(['abc']) }
  expect(await refused(sendTo('POST /cms/test', { body }))).toMatchObject({ code: 'payload_too_large', status: 413 })
  uploads('fails')
  expect(await refused(sendTo('POST /cms/test', { body }))).toMatchObject({ code: 'network', status: 0 })
})

test('an aborted upload throws the reason of its signal', async () => {
  uploads('waits')
  const controller = new AbortController()
  const sending = sendTo('POST /cms/test', { body: { file: new Blob(['abc']) }, signal: controller.signal })
  controller.abort()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
})

test('plain text is returned unchanged', async () => {
  server(200, '{"not": json', { 'content-type': 'text/plain; charset=utf-8' })
  expect(await send('GET /v1/category')).toBe('{"not": json')
})

test('the input of a form with a file follows from the endpoint', () => {
  const definition = endpoint({
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
  type CallInput = CallInputOf<typeof definition>
  expectTypeOf<CallInput['body']>().toMatchObjectType<{ file: Blob; folder_id: string | number }>()
  expectTypeOf<CallInput['on_progress']>().toEqualTypeOf<((sent: number) => void) | undefined>()
  expectTypeOf<CallInputOf<typeof createAddress>>().not.toHaveProperty('on_progress')
  expect(isMultipart(definition.body)).toBe(true)
})

test('a request that does not fit its endpoint does not compile', () => {
  const never = async () => {
    // @ts-expect-error there is no such endpoint
    await send('GET /v1/nothing')
    // @ts-expect-error the search term is required
    await send('GET /v1/product/search')
    // @ts-expect-error not one of the orders
    await send('GET /v1/product/search', { query: { q: 'a', sort: 'color' } })
    // @ts-expect-error it takes no body
    await send('GET /v1/category', { body: {} })
    // @ts-expect-error a field is misspelled
    await send('PUT /v1/address/{id}', { params: { id: 1 }, body: { citty: 'x' } })
  }
  expect(never).toBeTypeOf('function')
})
