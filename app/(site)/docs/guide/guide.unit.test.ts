import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cancelReasons, orderActions } from '@/db/enums'
import english from '@/lib/kit/i18n/en/docs.json'
import chinese from '@/lib/kit/i18n/zh-CN/docs.json'
import { customerActions } from '@/lib/order/schema'
import { controlActions } from '@/lib/platform/sandbox/schema'
import { miniProgram } from './mini-program'
import { wechatGroups } from './sections'

describe.each([
  ['English', english.guide],
  ['Chinese', chinese.guide],
])('the %s guide', (_, guide) => {
  test('names every value of the lists that it explains, and no other', () => {
    expect(Object.keys(guide.order.log)).toEqual([...orderActions])
    expect(Object.keys(guide.order.next)).toEqual([...customerActions])
    expect(Object.keys(guide.order.reasons)).toEqual([...cancelReasons, 'other'])
    expect(Object.keys(guide.sandbox.actions)).toEqual(controlActions.map(({ action }) => action))
    expect(Object.keys(guide.wechat.variables)).toEqual(wechatGroups.map(([name]) => name))
  })
})

describe('the module of the mini-program', () => {
  interface Sent {
    url: string
    method: string
    data?: Record<string, unknown>
    header: Record<string, string>
  }
  interface MiniProgram {
    request(method: string, path: string, options?: object): Promise<unknown>
    pay(order_id: number): Promise<{ status: string }>
  }

  /** The requests that the code of the mini-program sent. */
  let sent: Sent[]
  let storage: Map<string, string>
  let respond: (request: Sent) => { statusCode: number; data: unknown }
  let logins: number

  // The API that the platform provides to a mini-program.
  const wx = {
    getStorageSync: (name: string) => storage.get(name) ?? '',
    setStorageSync: (name: string, value: string) => void storage.set(name, value),
    login({ success }: { success(result: { code: string }): void }) {
      logins += 1
      setTimeout(() => success({ code: `code-${logins}` }), 5)
    },
    request({ success, fail: _, ...request }: Sent & { success(answer: object): void; fail(): void }) {
      sent.push(request)
      const answer =
        request.url.endsWith('/v1/token') && request.method === 'POST'
          ? { statusCode: 200, data: { token: `token-${logins}` } }
          : respond(request)
      setTimeout(() => success(answer), 5)
    },
    requestPayment: ({ success, package: prepaid }: { success(): void; package: string }) =>
      prepaid === 'prepay_id=1' && success(),
  }

  const load = async (): Promise<MiniProgram> =>
    import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(miniProgram('https://shop.example.com'))}#${crypto.randomUUID()}`
    )

  beforeEach(() => {
    sent = []
    storage = new Map([['token', 'ended']])
    logins = 0
    vi.stubGlobal('wx', wx)
    return () => vi.unstubAllGlobals()
  })

  const onlyWith = (token: string, data: unknown) => (request: Sent) =>
    request.header.authorization === `Bearer ${token}`
      ? { statusCode: 200, data }
      : { statusCode: 401, data: { code: 'unauthenticated' } }

  test('logs in again after the token has expired, once for all requests, and repeats them', async () => {
    respond = onlyWith('token-1', { id: 7 })
    const { request } = await load()
    const options = { data: { a: 1 }, key: 'a-key-of-mine' }
    expect(
      await Promise.all([
        request('POST', '/v1/order', options),
        request('GET', '/v1/user'),
        request('GET', '/v1/user'),
      ]),
    ).toEqual([{ id: 7 }, { id: 7 }, { id: 7 }])
    expect(logins).toBe(1)
    expect(sent.filter(({ url }) => url === 'https://shop.example.com/v1/order')).toEqual([
      expect.objectContaining({ method: 'POST', data: { a: 1 } }),
      {
        url: 'https://shop.example.com/v1/order',
        method: 'POST',
        data: { a: 1 },
        header: {
          'content-type': 'application/json',
          authorization: 'Bearer token-1',
          'idempotency-key': 'a-key-of-mine',
        },
      },
    ])
    expect(sent.find(({ url }) => url.endsWith('/v1/token'))?.data).toEqual({ type: 200, account: 'code-1' })
  })

  test('gives up after one new login, and on every other failure at once', async () => {
    respond = onlyWith('nobody', {})
    const { request } = await load()
    await expect(request('GET', '/v1/user')).rejects.toEqual({ code: 'unauthenticated' })
    expect(logins).toBe(1)
    respond = () => ({ statusCode: 403, data: { code: 'forbidden' } })
    await expect(request('GET', '/v1/user')).rejects.toEqual({ code: 'forbidden' })
    expect(logins).toBe(1)
  })

  test('reads the order until the shop has recorded the payment', async () => {
    let reads = 0
    respond = ({ method, url }) => {
      if (method === 'POST') return { statusCode: 200, data: { payment_no: 'P1', package: 'prepay_id=1' } }
      reads += url.endsWith('/v1/order/9') ? 1 : 100
      return { statusCode: 200, data: { status: reads < 3 ? 'unpaid' : 'paid' } }
    }
    vi.stubGlobal('setTimeout', (then: () => void) => queueMicrotask(then))
    const { pay } = await load()
    expect(await pay(9)).toEqual({ status: 'paid' })
    expect(reads).toBe(3)
  })
})
