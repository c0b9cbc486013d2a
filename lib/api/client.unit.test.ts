import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { SendError, send } from './client'

afterEach(() => vi.unstubAllGlobals())

/** Answers every request with this and remembers what was asked. */
function server(status: number, body: string | null, headers: Record<string, string> = {}) {
  const asked: { url: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push({ url, init })
    return new Response(body, { status, headers })
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
