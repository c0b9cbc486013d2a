import { eq, isNotNull } from 'drizzle-orm'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import * as tables from '@/db/tables'
import { settingsFrom } from '@/lib/kit/config/settings'
import { sandboxAccount } from '@/lib/platform/sandbox/account'
import { faults } from '@/lib/platform/sandbox/fetch'
import { announceMove, messageOf, remindShipping, sealMessage } from '@/lib/platform/sandbox/messages'
import { moveTrade } from '@/lib/platform/sandbox/shipping'
import { messageSignature } from '@/lib/platform/wechat/message'
import { api, dispatch } from '@/lib/server/testing/api'
import { database, newStaff } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'
import { reportDue } from '@/lib/shipping_report/send'

let payer: play.Payer
let keeper: { token: string }

beforeAll(async () => {
  play.usePlatform()
  await migrateDatabase()
  payer = await play.newPayer()
  keeper = await newStaff(['cms.order.list', 'cms.order.ship'])
})
beforeEach(() => {
  play.usePlatform()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** Sends a request to the shop in the form of the platform's messages. */
async function post(path: string, body: string, type = 'application/json') {
  const request = new Request(new URL(path, 'http://localhost:3000'), {
    method: 'POST',
    headers: { 'content-type': type, 'x-peer-address': '203.0.113.9' },
    body,
  })
  const response = await dispatch(request)
  return { status: response.status, text: await response.text() }
}

const settlement = (order: { payment_no: string }, members: object = {}) =>
  messageOf('trade_manage_order_settlement', { merchant_trade_no: order.payment_no, ...members }, new Date())

async function sealed(message: object, now = new Date()) {
  return sealMessage(await sandboxAccount(), message, now)
}

/** Places and ships an order and reports its shipping to the platform. */
async function shipped() {
  const order = await play.paidOrder(payer)
  await play.ship(order.id, keeper.token)
  await play.makeEverythingDue()
  await reportDue(settingsFrom([]))
  return order
}

const statusOf = async (id: number) => (await play.readOrder(payer, id)).status

async function reportOf(order_id: number) {
  const db = await database()
  const [row] = await db.select().from(tables.shipping_report).where(eq(tables.shipping_report.order_id, order_id))
  return row
}

/** Delivers a message in the form of the platform and expects its acknowledgment. */
async function deliver(message: object) {
  const { path, body } = await sealed(message)
  expect(await post(path, body)).toEqual({ status: 200, text: 'success' })
}

/** Returns the stored messages whose events the shop does not know. */
const unknown = async () =>
  (await database())
    .select()
    .from(tables.platform_message)
    .where(isNotNull(tables.platform_message.body))
    .orderBy(tables.platform_message.id)

const messages = async () => (await database()).$count(tables.platform_message)

describe('a message', () => {
  test('about a settlement completes the order and is recorded', async () => {
    const order = await shipped()
    expect(await announceMove(order.payment_no, 4)).toMatchObject({ status: 200 })
    expect(await statusOf(order.id)).toBe('completed')
    expect(await reportOf(order.id)).toMatchObject({ order_state: 4, settled_at: expect.any(Date) })
  })

  test('is not trusted: the state is read from the platform', async () => {
    const order = await shipped()
    const { path, body } = await sealed(settlement(order, { confirm_receive_method: 2 }))
    expect(await post(path, body)).toEqual({ status: 200, text: 'success' })
    expect(await statusOf(order.id)).toBe('shipped')
    expect(await reportOf(order.id)).toMatchObject({ order_state: 2, settled_at: null })
  })

  test('is handled once, also if a repeated one is encrypted differently', async () => {
    const order = await shipped()
    const before = await messages()
    const message = settlement(order)
    for (let at = 0; at < 3; at++) {
      const { path, body } = await sealed(message)
      expect((await post(path, body)).status).toBe(200)
    }
    expect(await messages()).toBe(before + 1)
    // The current state is read from the platform, not from an old message.
    await moveTrade(order.payment_no, 3)
    const { path, body } = await sealed(message)
    await post(path, body)
    expect(await statusOf(order.id)).toBe('shipped')
  })

  test('that arrives five times at once has one effect', async () => {
    const order = await shipped()
    await moveTrade(order.payment_no, 6)
    const { path, body } = await sealed(settlement(order))
    const replies = await Promise.all(Array.from({ length: 5 }, () => post(path, body)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { log } = await play.readOrder(payer, order.id)
    expect(log.filter(({ action }) => action === 'complete')).toHaveLength(1)
  })

  test('that arrives before its order is shipped changes nothing', async () => {
    const order = await play.paidOrder(payer)
    const { path, body } = await sealed(settlement(order))
    expect((await post(path, body)).status).toBe(200)
    expect(await statusOf(order.id)).toBe('paid')
  })

  test('fails while the platform does not respond, and succeeds when it is sent again', async () => {
    const order = await shipped()
    await moveTrade(order.payment_no, 3)
    const { path, body } = await sealed(settlement(order))
    for (let at = 0; at < 3; at++) faults.next('timeout', { path: 'get_order' })
    expect((await post(path, body)).status).toBe(502)
    expect(await statusOf(order.id)).toBe('shipped')
    expect((await post(path, body)).status).toBe(200)
    expect(await statusOf(order.id)).toBe('completed')
  })

  test('that reminds the shop to ship creates one notice with a link to the order', async () => {
    const order = await play.paidOrder(payer)
    for (let at = 0; at < 2; at++) expect(await remindShipping(order.payment_no)).toMatchObject({ status: 200 })
    const db = await database()
    const notices = await db.select().from(tables.notice).where(eq(tables.notice.subject, order.payment_no))
    expect(notices).toMatchObject([{ kind: 'shipping_reminded', link: `/admin/order/${order.id}` }])
  })

  test('of an unknown payment or of a customer is acknowledged', async () => {
    const some = [
      settlement({ payment_no: 'P404' }),
      { ...messageOf('', {}, new Date()), MsgType: 'text', Content: '你好' },
    ]
    for (const message of some) await deliver(message)
    expect(await unknown()).toEqual([])
  })

  test('of an unknown event is stored, and staff are notified once per event type', async () => {
    const event = 'trade_manage_remind_access_api'
    for (const msg of ['第一次', '第二次']) await deliver(messageOf(event, { msg }, new Date()))
    expect((await unknown()).map(({ body }) => body)).toEqual([
      JSON.stringify({ MsgType: 'event', Event: event, msg: '第一次' }),
      JSON.stringify({ MsgType: 'event', Event: event, msg: '第二次' }),
    ])
    const db = await database()
    const notices = await db.select().from(tables.notice).where(eq(tables.notice.subject, event))
    expect(notices).toMatchObject([
      { kind: 'event_unknown', params: { number: event }, permission_code: 'cms.error_log.list' },
    ])
    const [entry] = await play.errorsLike(`%${event}%第二次%`)
    expect(entry).toMatchObject({ name: 'UnknownEvent', count: 2, path: '/v1/wechat/event' })
    // The notice opens the entry.
    const q = new URL(notices[0]?.link ?? '', 'http://localhost').searchParams.get('q')
    const reader = await newStaff(['cms.error_log.list'])
    const { body } = await api('GET /cms/log/error', { token: reader.token, query: { q: q ?? '' } })
    expect(body.items.map(({ id }) => id)).toEqual([entry?.id])
  })

  test('of an unknown event causes at most a hundred notices a day, and is always stored', async () => {
    const db = await database()
    const missing = 99 - (await unknown()).length
    const some = Array.from({ length: missing }, (_, at) => ({ digest: `unknown ${at}`, event: 'flood', body: '{}' }))
    await db.insert(tables.platform_message).values(some)
    await deliver(messageOf('the_hundredth', {}, new Date()))
    const long = 'x'.repeat(20_000)
    await deliver(messageOf('one_more', { long }, new Date()))
    const kept = await unknown()
    expect(kept.map(({ event }) => event).slice(-2)).toEqual(['the_hundredth', 'one_more'])
    expect(kept.at(-1)?.body).toContain(long)
    expect(await db.$count(tables.notice, eq(tables.notice.subject, 'the_hundredth'))).toBe(1)
    expect(await db.$count(tables.notice, eq(tables.notice.subject, 'one_more'))).toBe(0)
    await db.delete(tables.platform_message).where(eq(tables.platform_message.event, 'flood'))
  })
})

describe('is refused', () => {
  const message = () => messageOf('trade_manage_remind_access_api', {}, new Date())

  test('without a signature, with a wrong signature, or with a signature of another time', async () => {
    const { path, body } = await sealed(message())
    const changed = (name: string, value: string) => {
      const url = new URL(path, 'http://localhost:3000')
      url.searchParams.set(name, value)
      return url.pathname + url.search
    }
    const before = await messages()
    for (const wrong of [
      '/v1/wechat/event',
      changed('signature', '0'.repeat(40)),
      changed('signature', ''),
      changed('nonce', '1'),
      changed('timestamp', '1'),
      changed('timestamp', 'now'),
      changed('msg_signature', '0'.repeat(40)),
    ])
      expect((await post(wrong, body)).status, wrong).toBe(401)
    expect(await messages()).toBe(before)
  })

  test.each([-301, 301])('%s seconds from now', async (seconds) => {
    const { path, body } = await sealed(message(), new Date(Date.now() + seconds * 1_000))
    expect((await post(path, body)).status).toBe(401)
  })

  test('in plain text if a key is set', async () => {
    const { path } = await sealed(message())
    expect((await post(path, JSON.stringify(message()))).status).toBe(400)
  })

  test('as XML', async () => {
    const { path } = await sealed(message())
    expect((await post(path, '<xml><ToUserName>gh</ToUserName></xml>', 'text/xml')).status).toBe(415)
  })

  test('with an altered ciphertext, for another mini-program, or with invalid content', async () => {
    const account = await sandboxAccount()
    const { path, body } = await sealed(message())
    expect((await post(path, body.replace(/.{4}"}$/, 'AAA="}'))).status).toBe(401)
    const others = [
      sealMessage({ ...account, appid: 'wx0000000000000000' }, message(), new Date()),
      sealMessage({ ...account, message_key: Buffer.alloc(32, 1) }, message(), new Date()),
      sealMessage(account, ['nonsense'], new Date()),
    ]
    for (const other of others) expect((await post(other.path, other.body)).status).toBe(400)
  })
})

describe('the verification of the callback URL', () => {
  const check = async (token: string) => {
    const signed = { timestamp: String(Math.floor(Date.now() / 1000)), nonce: '1320562132' }
    const query = new URLSearchParams({ ...signed, signature: messageSignature(token, signed), echostr: '4375120948' })
    const response = await dispatch(new Request(`http://localhost:3000/v1/wechat/event?${query}`))
    return { status: response.status, text: await response.text() }
  }

  test('returns the received text only if the signature is valid', async () => {
    const { message_token } = await sandboxAccount()
    expect(await check(message_token)).toEqual({ status: 200, text: '4375120948' })
    expect((await check('another')).status).toBe(401)
  })
})
