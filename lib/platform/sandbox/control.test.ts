/// <reference types="vite/client" />
import { afterEach, expect, test, vi } from 'vitest'
import type { RouteModule } from '@/lib/server/testing/api'
import { newTrade } from './testing'

/** The route modules of the simulated platform. The tests call their handlers in the same way as Next. */
const files = import.meta.glob<RouteModule>('../../../app/sandbox/**/route.ts')
const routes = Object.keys(files)

async function call(file: string, method: string, path: string, body?: unknown) {
  const handler = (await files[`../../../app/sandbox/${file}/route.ts`]?.())?.[method]
  if (!handler) throw new Error(`${file} does not export ${method}`)
  const request = new Request(`http://localhost:3000/sandbox${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  const answer = await handler(request, { params: Promise.resolve({}) })
  const text = await answer.text()
  return { status: answer.status, headers: answer.headers, body: text ? JSON.parse(text) : undefined }
}

const act = (body: unknown) => call('control', 'POST', '/control', body)

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

test('a tester sees the open trades and pays one', async () => {
  const { out_trade_no, parameters } = await newTrade()
  const open = async () => {
    const { status, headers, body } = await call('control', 'GET', '/control')
    expect({ status, cache: headers.get('cache-control') }).toEqual({ status: 200, cache: 'private, no-store' })
    return body
  }
  expect((await open()).trades).toContainEqual({
    out_trade_no,
    description: '龙井茶 50g',
    total: 1999,
    created_at: expect.stringMatching(/Z$/),
    expires_at: expect.stringMatching(/Z$/),
  })
  const paid = await act({ action: 'pay', ...parameters, delay: 600 })
  expect(paid).toMatchObject({ status: 200, body: { errMsg: 'requestPayment:ok', out_trade_no } })
  const { trades, deliveries } = await open()
  expect(trades).toEqual([])
  expect(deliveries).toContainEqual(
    expect.objectContaining({ event_id: paid.body.event_id, number: out_trade_no, attempts: 0, fault: null }),
  )
})

test('every action returns its result', async () => {
  const { out_trade_no } = await newTrade()
  expect((await act({ action: 'login_code' })).body).toEqual({
    code: expect.stringMatching(/^0[0-9a-f]{31}$/),
    openid: expect.any(String),
    expires_at: expect.any(String),
  })
  expect((await act({ action: 'phone_code', openid: 'alice', phone: '13800001234' })).body).toMatchObject({
    openid: 'alice',
  })
  expect((await act({ action: 'cancel', out_trade_no })).body).toEqual({ errMsg: 'requestPayment:fail cancel' })
  expect((await act({ action: 'fail', out_trade_no })).body.errMsg).toMatch(/^requestPayment:fail /)
  const paid = await act({ action: 'page_pay', out_trade_no, fault: 'lost' })
  expect(paid.body.errMsg).toBe('requestPayment:ok')
  const moved = await act({ action: 'delay', event_id: paid.body.event_id, seconds: 3600 })
  expect(moved.body).toEqual({ event_id: paid.body.event_id, next_try_at: expect.any(String) })
  expect((await act({ action: 'deliver' })).body.deliveries).toEqual(expect.any(Array))
})

test.each<[unknown, number, string]>([
  [undefined, 400, 'invalid_request'],
  [{}, 400, 'invalid_request'],
  [{ action: 'rob' }, 400, 'invalid_request'],
  [{ action: 'login_code', opnid: 'alice' }, 400, 'invalid_request'],
  [{ action: 'page_pay', out_trade_no: 'NOBODY123' }, 400, 'invalid_request'],
  [{ action: 'page_pay', out_trade_no: 'NOBODY123', fault: 'fire' }, 400, 'invalid_request'],
  [{ action: 'phone_code', phone: '12' }, 400, 'invalid_request'],
  [{ action: 'settle_refund', out_refund_no: 'NOBODY', state: 'SUCCESS' }, 409, 'order_state'],
  [
    { action: 'settle_refund', out_refund_no: 'NOBODY', state: 'SUCCESS', fault: 'wrong_appid' },
    400,
    'invalid_request',
  ],
  [{ action: 'delay', event_id: crypto.randomUUID(), seconds: 1 }, 409, 'order_state'],
])('%j is answered %i %s', async (body, status, code) => {
  const answer = await act(body)
  expect(answer).toMatchObject({ status, body: { code, request_id: expect.any(String) } })
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
})

test('another method is 405 with Allow', async () => {
  const answer = await call('control', 'DELETE', '/control')
  expect({ status: answer.status, allow: answer.headers.get('allow') }).toEqual({
    status: 405,
    allow: 'GET, HEAD, POST, OPTIONS',
  })
})

test.each(routes)('without SANDBOX, %s is 404', async (route) => {
  vi.resetModules()
  vi.stubEnv('SANDBOX', '0')
  const module = await files[route]?.()
  for (const method of ['GET', 'POST', 'OPTIONS']) {
    const request = new Request('http://localhost:3000/sandbox/x', { method })
    const answer = await module?.[method]?.(request, { params: Promise.resolve({}) })
    expect(answer?.status).toBe(404)
    expect(await answer?.json()).toMatchObject({ code: 'not_found' })
  }
})
