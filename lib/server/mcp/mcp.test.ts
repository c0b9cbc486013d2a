import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { beforeAll, describe, expect, test } from 'vitest'
import { api, dispatch, send } from '@/lib/server/testing/api'
import { newBuyer, newKey, newProduct, newStaff, resetParameter, setParameters } from '@/lib/server/testing/factories'
import { migrateDatabase } from '@/lib/server/update-database'
import { toolOperations } from './tools'

const codes = ['cms.order.list', 'cms.order.note', 'cms.order.refund', 'cms.product.list', 'cms.product.update']
let maker: Awaited<ReturnType<typeof newStaff>>
beforeAll(async () => {
  await migrateDatabase()
  maker = await newStaff([...codes, 'cms.oper_log.list', 'cms.banner.list', 'cms.order.export'])
})

const forAgents = (given: string[] = codes, values: object = {}) => newKey(maker.id, given, { mcp: true, ...values })

interface Connection {
  token: string
  ip?: string
  options?: ClientOptions
}

/** The SDK's own client, at the handlers of the app. */
async function connect({ token, ip = '203.0.113.7', options = {} }: Connection): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('http://localhost:3000/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${token}`, 'x-peer-address': ip, 'user-agent': 'agent/1' } },
    fetch: (url, init) => dispatch(new Request(url, init)),
  })
  const client = new Client({ name: 'test', version: '1' }, options)
  await client.connect(transport)
  return client
}

const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name)

interface Result {
  isError: boolean
  body: unknown
}

async function call(client: Client, name: string, given: Record<string, unknown> = {}): Promise<Result> {
  const { content, isError = false } = await client.callTool({ name, arguments: given })
  const [first] = content
  if (first?.type !== 'text') throw new Error('no text')
  return { isError, body: first.text.startsWith('{') ? JSON.parse(first.text) : first.text }
}

const message = (body: object, more: object = {}) => ({
  body: { jsonrpc: '2.0', id: 1, ...body },
  headers: { accept: 'application/json, text/event-stream', ...more },
})
const list = message({ method: 'tools/list', params: {} })

async function newOrder() {
  const buyer = await newBuyer()
  const { sku } = await newProduct()
  const { body } = await api('POST /v1/order', { token: buyer.token, body: { items: [{ sku_id: sku.id, count: 1 }] } })
  return body
}

describe.each<[string, ClientOptions]>([
  ['of 2025', { versionNegotiation: { mode: 'legacy' } }],
  ['of 2026', { versionNegotiation: { mode: { pin: '2026-07-28' } } }],
])('a client %s', (_, options) => {
  test('lists what its key may call, and calls it', async () => {
    const order = await newOrder()
    const client = await connect({ token: (await forAgents()).token, options })
    expect(client.getServerVersion()?.name).toBe('mini-shop')
    const { tools } = await client.listTools()
    const known = new Map(tools.map((tool) => [tool.name, tool]))
    expect([...known.keys()]).toEqual(
      expect.arrayContaining(['getOwnKey', 'listCmsOrders', 'noteOrder', 'refundCmsOrder']),
    )
    expect(known.has('listBanners')).toBe(false)
    expect(known.get('listCmsOrders')?.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false })
    expect(known.get('noteOrder')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false })
    expect(known.get('refundCmsOrder')?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true })
    expect(await call(client, 'listCmsOrders', { query: { q: order.order_no, size: 5 } })).toMatchObject({
      isError: false,
      body: { items: [{ id: order.id }], size: 5 },
    })
    expect((await call(client, 'noteOrder', { params: { id: order.id }, body: { text: 'Packed' } })).isError).toBe(
      false,
    )
    await client.close()
  })
})

test('what an agent does is in the audit log as done by its key and by MCP, also what it was refused', async () => {
  const order = await newOrder()
  const key = await forAgents()
  const client = await connect({ token: key.token })
  await call(client, 'noteOrder', { params: { id: order.id }, body: { text: 'Packed' } })
  expect(await call(client, 'updateBanner', { params: { id: 1 }, body: { name: 'x' } })).toMatchObject({
    isError: true,
    body: { status: 403, code: 'forbidden', permission: 'cms.banner.update' },
  })
  const { body } = await api('GET /cms/oper_log', { token: maker.token, query: { user_id: key.id } })
  expect(body.items.map(({ user, user_agent, success }) => [user.is_key, user_agent, success])).toEqual([
    [true, 'MCP agent/1', false],
    [true, 'MCP agent/1', true],
  ])
})

test('a key that may only read lists no write, and changes nothing whatever it is told', async () => {
  const all = [...toolOperations().values()].flatMap(({ endpoint: { access } }) =>
    access.kind === 'permission' ? [access.code] : [],
  )
  const { id } = await newStaff([...new Set(all)])
  const { token } = await newKey(id, all, { mcp: true, access: 'read' })
  const client = await connect({ token })
  const { tools } = await client.listTools()
  expect(tools.filter(({ annotations }) => !annotations?.readOnlyHint)).toEqual([])
  const writes = [...toolOperations()].filter(([, { endpoint }]) => endpoint.method !== 'GET').map(([name]) => name)
  expect(writes.length).toBeGreaterThan(80)
  for (const name of writes)
    expect([name, (await client.callTool({ name, arguments: {} })).structuredContent]).toMatchObject([
      name,
      { status: 403, detail: 'This API key may only read.' },
    ])
})

describe('a call', () => {
  test('with faults is a result that names them', async () => {
    const client = await connect({ token: (await forAgents()).token })
    const faults = async (name: string, given: Record<string, unknown>) => {
      const { structuredContent, isError } = await client.callTool({ name, arguments: given })
      expect(isError).toBe(true)
      return structuredContent
    }
    const at = (place: string, name: string, code: string) => ({
      status: 400,
      code: 'invalid_request',
      invalid_params: [expect.objectContaining({ in: place, name, code })],
    })
    expect(await faults('listCmsOrders', { query: { size: 1_000 } })).toMatchObject(at('query', 'size', 'too_big'))
    expect(await faults('listCmsOrders', { query: { sise: 1 } })).toMatchObject(
      at('body', 'query.sise', 'unknown_field'),
    )
    expect(await faults('listCmsOrders', { query: { format: 'csv' } })).toMatchObject(
      at('body', 'query.format', 'unknown_field'),
    )
    expect(await faults('listCmsOrders', { size: 1 })).toMatchObject(at('body', 'size', 'unknown_field'))
    expect(await faults('getCmsOrder', { params: { id: 1, ids: 2 } })).toMatchObject(
      at('body', 'params.ids', 'unknown_field'),
    )
    expect(await faults('getCmsOrder', { params: 7 })).toMatchObject(at('body', 'params', 'invalid_type'))
    expect(await faults('getCmsOrder', {})).toMatchObject(at('path', 'id', 'required'))
    expect(await faults('getCmsOrder', { params: { id: '../1' } })).toMatchObject({ status: 400 })
    expect(await faults('getCmsOrder', { params: { id: 2_000_000_000 } })).toMatchObject({ code: 'not_found' })
    expect(await faults('noteOrder', { params: { id: 1 }, body: 'text' })).toMatchObject({ status: 400 })
    expect(await faults('noteOrder', { params: { id: 1 } })).toMatchObject({ status: 400 })
    expect(await faults('createCmsFile', {})).toMatchObject({ code: 'not_found' })
    expect(await faults('createUser', {})).toMatchObject({ code: 'not_found' })
    expect(await faults('constructor', {})).toMatchObject({ code: 'not_found' })
  })

  test('with an Idempotency-Key is done once', async () => {
    const order = await newOrder()
    const client = await connect({ token: (await forAgents()).token })
    const note = (text: string) =>
      call(client, 'noteOrder', { params: { id: order.id }, body: { text }, idempotency_key: 'note-of-an-agent' })
    const [first, second] = [await note('Once'), await note('Once')]
    expect([first.isError, second]).toEqual([false, first])
    expect(await note('Twice')).toMatchObject({ isError: true, body: { code: 'idempotency_key_reused' } })
  })

  test('whose answer is too long is refused with advice, unless it has written', async () => {
    const { id } = await newProduct({ status: 'draft' })
    const client = await connect({ token: (await forAgents()).token })
    const params = { id }
    const changed = await call(client, 'updateProduct', { params, body: { content: `<p>${'长'.repeat(70_000)}</p>` } })
    expect(changed).toEqual({ isError: false, body: expect.stringMatching(/^Done\. The answer has \d+ characters/) })
    const read = await call(client, 'getCmsProduct', { params })
    expect(read).toMatchObject({ isError: true, body: { code: 'payload_too_large' } })
    expect((await call(client, 'listCmsProducts', { query: { size: 3 } })).isError).toBe(false)
  })

  test('counts against the limits of the key', async () => {
    await setParameters({ 'limit.key_writes_per_minute': 1, 'limit.key_reads_per_minute': 12 })
    try {
      const client = await connect({ token: (await forAgents()).token })
      const note = () => call(client, 'noteOrder', { params: { id: 2_000_000_000 }, body: { text: 'x' } })
      expect((await note()).body).toMatchObject({ code: 'not_found' })
      expect((await note()).body).toMatchObject({ code: 'too_many_requests', retry_after: expect.any(Number) })
      const reads = Array.from({ length: 12 }, () => call(client, 'getOwnKey'))
      const refused = (await Promise.allSettled(reads)).filter(({ status }) => status === 'rejected')
      expect(refused.length).toBeGreaterThan(0)
    } finally {
      await resetParameter('limit.key_writes_per_minute')
      await resetParameter('limit.key_reads_per_minute')
    }
  })
})

describe('a message', () => {
  test('without a key for agents is refused as a problem', async () => {
    const [plain, revoked, elsewhere] = await Promise.all([
      newKey(maker.id, codes),
      forAgents(codes, { revoked_at: new Date() }),
      forAgents(codes, { allowed_ips: ['198.51.100.1'] }),
    ])
    const replies = await Promise.all(
      [undefined, maker.token, plain.token, revoked.token, elsewhere.token].map((token) =>
        send('POST', '/mcp', { ...list, ...(token !== undefined && { token }) }),
      ),
    )
    expect(replies.map(({ status, problem }) => [status, problem.code])).toEqual([
      [401, 'unauthenticated'],
      [403, 'forbidden'],
      [403, 'forbidden'],
      [401, 'unauthenticated'],
      [403, 'forbidden'],
    ])
    await expect(connect({ token: plain.token })).rejects.toThrow(/not for agents/)
    expect(await namesOf(await connect({ token: elsewhere.token, ip: '198.51.100.1' }))).toContain('getOwnKey')
  })

  test('of a page of another origin is refused', async () => {
    const { token } = await forAgents()
    const from = (origin: string) => send('POST', '/mcp', { ...message(list.body, { origin }), token })
    for (const origin of ['http://evil.example', 'null', 'http://localhost.evil.example:3000'])
      expect(await from(origin)).toMatchObject({ status: 403, problem: { code: 'forbidden' } })
    // Accepted, without an answer.
    const told = message({ id: undefined, method: 'notifications/initialized' }, { origin: 'http://localhost:3000' })
    expect((await send('POST', '/mcp', { ...told, token })).status).toBe(202)
  })

  test('that is none is refused', async () => {
    const { token } = await forAgents()
    const raw = (text: string, type = 'application/json') =>
      send('POST', '/mcp', { token, raw: text, headers: { ...list.headers, 'content-type': type } })
    expect((await raw('{"jsonrpc"')).problem.code).toBe('invalid_request')
    expect((await raw(JSON.stringify([list.body, list.body]))).problem.code).toBe('invalid_request')
    expect((await raw('')).problem.code).toBe('invalid_request')
    expect((await raw('7')).problem.code).toBe('invalid_request')
    expect((await raw(JSON.stringify(list.body), 'text/plain')).status).toBe(415)
    expect((await raw(`{"a":"${'x'.repeat(1024 * 1024)}"}`)).status).toBe(413)
    expect((await raw('{}')).status).toBe(400)
    expect((await send('POST', '/mcp', { token, ...message(list.body, { accept: 'text/html' }) })).status).toBe(406)
  })

  test('that would keep its answer open is refused', async () => {
    const { token } = await forAgents()
    const version = '2026-07-28'
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': version,
      'io.modelcontextprotocol/clientCapabilities': {},
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    }
    const method = 'subscriptions/listen'
    const sent = message(
      { method, params: { _meta, notifications: { toolsListChanged: true } } },
      { 'mcp-protocol-version': version, 'mcp-method': method },
    )
    const { body } = await send('POST', '/mcp', { ...sent, token })
    expect(body).toMatchObject({ error: { message: 'Subscription limit reached' } })
  })

  test.each(['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])('by %s is refused', async (method) => {
    const { status, headers } = await send(method, '/mcp', { token: (await forAgents()).token })
    expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  })
})
