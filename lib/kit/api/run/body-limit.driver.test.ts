import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints, jobs } from '@/lib/server/endpoints'
import { send } from '@/lib/server/testing/api'
import { newCustomer, newStaff, setParameters } from '@/lib/server/testing/factories'
import type { Endpoint } from '../endpoint/endpoint'
import { isMultipart, raw, readsBody } from './body'
import { depthLimit } from './request'

const all: readonly Endpoint[] = [...endpoints, ...jobs]
const withBody = all
  .filter((endpoint) => readsBody(endpoint) && !isMultipart(endpoint.body))
  .map((endpoint) => ({ name: `${endpoint.method} ${endpoint.path}`, endpoint }))
const ofProviders = withBody.filter(({ endpoint }) => endpoint.access.kind === 'provider')
const ofOthers = withBody.filter(({ endpoint }) => endpoint.access.kind !== 'provider')

const isForAnybody = ({ access: { kind } }: Endpoint) => kind === 'public' || kind === 'cron'

let [root, customer] = ['', '']
beforeAll(async () => {
  await setParameters({ 'limit.writes_per_minute': 1_000_000 })
  root = (await newStaff([], { is_root: true })).token
  customer = (await newCustomer()).token
})

function tokenFor({ access: { kind } }: Endpoint): string | undefined {
  if (kind === 'cron') return process.env.CRON_SECRET
  if (kind === 'public' || kind === 'provider') return undefined
  return kind === 'permission' || kind === 'staff' ? root : customer
}

async function post({ method, path }: Endpoint, token: string | undefined, text: string) {
  const headers = { 'content-type': 'application/json', 'content-length': String(text.length) }
  const filled = path.replace(/\{\w+\}/g, '2000000000')
  return send(method, filled, { raw: text, headers, ip: '127.0.0.1', ...(token && { token }) })
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const blank = (bytes: number) => ' '.repeat(bytes)

test('there are endpoints for each limit', () => {
  expect(ofProviders.length).toBeGreaterThan(0)
  expect(ofOthers.filter(({ endpoint }) => isForAnybody(endpoint)).length).toBeGreaterThan(0)
})

describe('a body', () => {
  test.each(ofOthers)('$name: too deep, or too large', async ({ endpoint }) => {
    const token = tokenFor(endpoint)
    const deep = await post(endpoint, token, nested(depthLimit + 1))
    expect([deep.status, deep.problem.detail]).toEqual([400, 'The body may be nested at most 64 levels deep.'])
    expect((await post(endpoint, token, nested(depthLimit))).problem.detail).not.toContain('nested')
    const max = isForAnybody(endpoint) ? 65_536 : 1_048_576
    const large = await post(endpoint, token, blank(max + 1))
    expect([large.status, large.problem.detail]).toEqual([413, `The body may have at most ${max} bytes.`])
    expect((await post(endpoint, token, blank(max))).status).not.toBe(413)
  })

  // These endpoints verify a signature over the text before they parse it.
  test.each(ofProviders)('$name: may be larger than the body of a public endpoint', async ({ endpoint }) => {
    expect(endpoint.body).toBe(raw)
    expect((await post(endpoint, undefined, blank(1_048_576))).status).toBe(401)
  })
})

test('brackets in texts do not count as levels', async () => {
  const texts = ['['.repeat(100), '\\"[{'.repeat(100), '\\\\', '{'.repeat(100)]
  const { token } = await newCustomer()
  const body = JSON.stringify({ items: texts })
  const reply = await send('POST', '/v1/order', { token, raw: body, headers: { 'content-type': 'application/json' } })
  expect(reply.problem.invalid_params[0]?.name).toBe('items.0')
  const objects = `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`
  const refused = await send('POST', '/v1/order', {
    token,
    raw: `{"a\\\\":"\\"]","b":${objects}}`,
    headers: { 'content-type': 'application/json' },
  })
  expect(refused.problem.detail).toContain('nested')
})
