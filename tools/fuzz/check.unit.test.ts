import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { problemAnswer } from '@/lib/kit/api/run/response'
import { assetHeaders } from '@/lib/kit/api/run/security'
import { shopDocument } from '@/lib/server/shop-document'
import { Checker, type Exchange } from './check'
import { targetsOf } from './request'
import { broken, valid } from './values'
import type { Actor } from './world'

const document = shopDocument('https://shop.test')
const checker = new Checker(document)
const targets = targetsOf(document)

describe.each(targets.flatMap(({ name, body }) => (body?.properties ? [[name, body] as const] : [])))(
  'bodies of %s',
  (_, schema) => {
    const misfits = (value: unknown) => checker.misfit(schema, value)

    test('that are valid match the document', () => {
      expect(fc.sample(valid(schema, {}), { seed: 1, numRuns: 50 }).map(misfits).filter(Boolean)).toEqual([])
    })

    test('that are broken mostly do not match the document', () => {
      const made = fc.sample(broken(schema, {}), { seed: 1, numRuns: 50 })
      expect(made.filter(misfits).length).toBeGreaterThan(20)
    })
  },
)

const request_id = 'request-of-a-test'

const actor: Actor = {
  name: 'customer',
  kind: 'customer',
  token: 'token',
  openid: 'openid',
  codes: new Set(),
  is_root: false,
}

/**
 * Returns a request and its correct response: a change of an address, refused by the server. `changed`: replaces parts
 * of the request or the response.
 */
function exchangeOf(changed: Partial<Exchange> & { json?: unknown } = {}): Exchange {
  const target = targets.find(({ name }) => name === 'PUT /v1/address/{id}')
  if (!target) throw new Error('there is no such operation')
  const { json = { city: 5 } } = changed
  const invalid_params = [{ in: 'body', name: 'city', code: 'invalid_type', reason: 'This must be text.' }] as const
  const { status, body, headers } = problemAnswer(
    problem('invalid_request', { invalid_params: [...invalid_params] }),
    request_id,
  )
  const text = JSON.stringify(json)
  return {
    target,
    actor,
    sent: {
      method: 'PUT',
      url: 'https://shop.test/v1/address/1',
      headers: {},
      text,
      json,
      params: { id: '1' },
      query: [],
      recipe: { params: {}, query: [], isIntact: true, isForeign: false, idempotency_key: undefined, body: undefined },
    },
    request_id,
    usedForeign: false,
    status,
    headers: new Headers({ ...assetHeaders, ...headers, 'x-request-id': request_id, vary: 'Accept-Encoding' }),
    text: String(body),
    ...changed,
  }
}

/** Returns the headers of the response in `exchangeOf`, with some headers replaced. */
function headersWith(changed: Record<string, string>): Headers {
  const { headers } = exchangeOf()
  for (const [name, value] of Object.entries(changed)) headers.set(name, value)
  return headers
}

const withText = (from: string, to: string) => ({ text: exchangeOf().text.replace(from, to) })

test('a correct answer has no faults', () => expect(checker.faultsOf(exchangeOf())).toEqual([]))

test.each<[string, Parameters<typeof exchangeOf>[0], RegExp]>([
  ['a status that is not declared', { status: 418 }, /status 418 is declared/],
  ['a failure of the server', { status: 500 }, /makes the server fail/],
  ['a code that is not declared', withText('"code":"invalid_request"', '"code":"payer_missing"'), /the code is one of/],
  ['another request id', withText(request_id, 'another'), /request_id is/],
  ['a fault of something that was not sent', withText('"name":"city"', '"name":"town"'), /invalid_params names/],
  ['a fault that the schema does not know', { json: { city: '杭州' } }, /says what is enforced/],
  ['a reason that is no sentence', withText('must be text.', 'must be text'), /is a sentence/],
  ['a body without what is declared', withText('"title"', '"heading"'), /the body is as declared/],
  ['JSON of another type', { headers: headersWith({ 'content-type': 'application/json' }) }, /content type is one of/],
  ['a cached answer', { headers: headersWith({ 'cache-control': 'public' }) }, /cache-control is/],
  ['another security header', { headers: headersWith({ 'x-frame-options': 'ALLOW' }) }, /x-frame-options is/],
  ['a signed-in caller who is not known', { status: 401 }, /is signed in/],
  ['success of what is forbidden', { status: 200 }, /is refused with 4xx/],
  ["success with somebody else's record", { status: 200, usedForeign: true }, /cannot be used/],
  ['success of nobody', { status: 200, actor: { ...actor, kind: 'nobody' } }, /is refused with 401/],
])('%s is noticed', (_, changed, expected) => {
  expect(checker.faultsOf(exchangeOf(changed)).join('\n')).toMatch(expected)
})
