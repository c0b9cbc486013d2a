import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCmsOrder } from '@/lib/order/cms-queries'
import { askFor } from '@/lib/server/testing/after_sale'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, setFreight, stockFaults } from '@/lib/server/testing/factories'
import * as play from '@/lib/server/testing/payment'
import { migrateDatabase } from '@/lib/server/update-database'

type Action = 'refund' | 'cancel'

let staff: Awaited<ReturnType<typeof newStaff>>
let payer: play.Payer
beforeAll(async () => {
  play.usePlatform()
  // Also writes the base data, which includes the dictionaries of carriers and reasons.
  await migrateDatabase()
  staff = await newStaff(['list', 'ship', 'cancel', 'refund', 'note'].map((verb) => `cms.order.${verb}`))
})
beforeEach(async () => {
  payer = await play.newPayer()
})
afterAll(async () => {
  await play.settleAll()
  expect(await play.moneyFaults()).toEqual([])
  expect(await play.lineFaults()).toEqual([])
  expect(await stockFaults()).toEqual([])
})

const newSku = async () => (await newProduct({ skus: [{ stock: 10, price: 1000 }] })).sku.id
const paid = async (count = 2) => play.paidOrder(payer, { sku_id: await newSku(), count })

const preview = (ids: number[], action?: Action, token = staff.token) =>
  api('GET /cms/order/refund/preview', { token, query: { ids: ids.join(), ...(action && { action }) } })

/** Opens a return request for the first line of an order. */
const openCase = async (id: number) => {
  const opened = await askFor(payer.token, id, (await readCmsOrder(await database(), id)).items[0]?.id ?? 0)
  expect(opened.status).toBe(201)
}

type Previewed = Awaited<ReturnType<typeof preview>>['body']['items'][number]

/** Sends the refund or the cancellation of a previewed order, like the bulk actions on the admin page of orders. */
function confirm(
  action: Action,
  { id, version, amount, items, freight_amount }: Previewed,
  { token = staff.token, key, ...input }: { token?: string; key?: string; expected_amount?: number } = {},
) {
  const body = { reason_code: 'other', expected_amount: amount, version, ...input }
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  return api(`POST /cms/order/{id}/${action}`, {
    token,
    headers,
    params: { id },
    body: action === 'refund' ? { ...body, items, freight_amount } : body,
  })
}

async function onlyOf(ids: number[], action?: Action): Promise<Previewed> {
  const [first] = (await preview(ids, action)).body.items
  if (!first) throw new Error('no order')
  return first
}

describe('the preview of refunds', () => {
  test('has the own amount of each order, freight included, and their sum, which are then refunded', async () => {
    await setFreight(800)
    const first = await paid(3)
    await setFreight(0)
    const second = await paid(2)
    const line = await play.lineOf(first.id)
    await play.refund(first.id, staff.id, { items: [{ order_item_id: line.id, count: 1, amount: 400 }] })
    await play.ship(second.id, staff.token)
    const { body } = await preview([second.id, first.id])
    expect(body).toMatchObject({
      amount: 5400,
      items: [
        { id: second.id, status: 'shipped', reason: null, amount: 2000, freight_amount: 0 },
        {
          id: first.id,
          reason: null,
          amount: 3400,
          freight_amount: 800,
          items: [{ order_item_id: line.id, count: 2 }],
        },
      ],
    })
    for (const one of body.items) {
      const answer = await confirm('refund', one)
      expect(answer.body.refunds.at(-1)).toMatchObject({ amount: one.amount })
      expect(answer.body.promised_amount).toBe(answer.body.paid_amount)
    }
    expect((await preview([first.id, second.id])).body).toMatchObject({
      amount: 0,
      items: [
        { reason: 'nothing_left', amount: 0 },
        { reason: 'nothing_left', amount: 0 },
      ],
    })
  })

  test('says what the server would refuse, and counts it with nothing', async () => {
    const unpaid = await play.placeOrder(payer)
    const shipped = await paid()
    await play.ship(shipped.id, staff.token)
    const inCase = await paid()
    await openCase(inCase.id)
    const ids = [unpaid.id, shipped.id, inCase.id]
    const reasonsOf = async (action: Action) => (await preview(ids, action)).body.items.map(({ reason }) => reason)
    expect(await reasonsOf('refund')).toEqual(['unpaid', null, 'after_sale_open'])
    expect(await reasonsOf('cancel')).toEqual([null, 'shipped', 'after_sale_open'])
    expect((await preview(ids, 'refund')).body.amount).toBe(2000)
    expect((await preview(ids, 'cancel')).body.amount).toBe(0)
    for (const one of (await preview(ids)).body.items.filter(({ reason }) => reason !== null))
      expect((await confirm('refund', one)).status).toBeGreaterThanOrEqual(400)
  })

  test('of an order with one line in a return request says so, because everything is to be refunded', async () => {
    const { skus } = await newProduct({ skus: [1000, 500].map((price) => ({ stock: 10, price })) })
    const items = skus.map(({ id }) => ({ sku_id: id, count: 1 }))
    const { body: order } = await api('POST /v1/order', { token: payer.token, body: { items } })
    await play.payOrder(payer, order.id)
    await play.deliver()
    await openCase(order.id)
    expect(await onlyOf([order.id])).toMatchObject({ reason: 'after_sale_open', amount: 0 })
  })

  test('of pieces that were all refunded for less leaves the rest of the money to a refund of money', async () => {
    const { id } = await paid(1)
    const line = await play.lineOf(id)
    await play.refund(id, staff.id, { items: [{ order_item_id: line.id, count: 1, amount: 400 }] })
    expect(await onlyOf([id])).toMatchObject({ reason: 'nothing_left', amount: 0 })
  })

  test('says forbidden where the caller may not cancel, or may not refund what a cancellation pays back', async () => {
    const ids = [(await play.placeOrder(payer)).id, (await paid()).id]
    const reasonsOf = async (verbs: string[], action: Action) => {
      const { token } = await newStaff(['list', ...verbs].map((verb) => `cms.order.${verb}`))
      return (await preview(ids, action, token)).body.items.map(({ reason }) => reason)
    }
    expect(await reasonsOf([], 'cancel')).toEqual(['forbidden', 'forbidden'])
    expect(await reasonsOf(['cancel'], 'cancel')).toEqual([null, 'forbidden'])
    expect(await reasonsOf(['cancel'], 'refund')).toEqual(['forbidden', 'forbidden'])
  })

  test('takes at most 100 orders, which all exist, and the permission to list orders', async () => {
    const { id } = await play.placeOrder(payer)
    const tooMany = await preview(Array.from({ length: 101 }, (_, at) => at + 1))
    expect(tooMany.problem).toMatchObject({ status: 400, invalid_params: [{ name: 'ids', code: 'too_big' }] })
    expect((await preview([id, 2_000_000_000])).status).toBe(404)
    const { token } = await newStaff(['cms.order.refund'])
    expect((await preview([id], 'refund', token)).status).toBe(403)
  })
})

describe('a confirmed amount', () => {
  test('that differs refuses the refund, says the amount, and does nothing', async () => {
    const { id } = await paid()
    const one = await onlyOf([id])
    for (const expected_amount of [1999, 2001, 0]) {
      const { problem } = await confirm('refund', one, { expected_amount })
      expect(problem).toMatchObject({ status: 409, code: 'amount_changed', amount: 2000 })
    }
    expect(await play.refundsOf(id)).toEqual([])
    expect((await confirm('refund', one)).status).toBe(200)
  })

  test('that differs refuses the cancellation of a paid order and of one that was thought to be paid', async () => {
    const unpaid = await play.placeOrder(payer)
    const cases = [
      { id: unpaid.id, amount: 0 },
      { id: (await paid()).id, amount: 2000 },
    ]
    for (const { id, amount } of cases) {
      const one = await onlyOf([id], 'cancel')
      const { problem } = await confirm('cancel', one, { expected_amount: amount + 1 })
      expect(problem).toMatchObject({ status: 409, code: 'amount_changed', amount })
      expect(await play.refundsOf(id)).toEqual([])
      expect((await confirm('cancel', one)).status).toBe(200)
    }
    expect((await play.readOrder(payer, unpaid.id)).status).toBe('cancelled')
  })

  test('of an order that was changed since the preview refunds nothing', async () => {
    const { id } = await paid()
    const one = await onlyOf([id])
    const line = await play.lineOf(id)
    await play.refund(id, staff.id, { items: [{ order_item_id: line.id, count: 1 }] })
    expect((await confirm('refund', one)).problem.code).toBe('stale_version')
    expect(await play.refundsOf(id)).toHaveLength(1)
  })
})

test('a refund that is repeated with its key, because its answer was lost, is one refund', async () => {
  const { id } = await paid()
  const one = await onlyOf([id])
  const answers = [
    await confirm('refund', one, { key: 'bulk-refund-1' }),
    await confirm('refund', one, { key: 'bulk-refund-1' }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(await play.refundsOf(id)).toHaveLength(1)
})

test.each(['refund', 'cancel', 'note'] as const)('%s of an order takes its own permission', async (verb) => {
  const { id } = await paid()
  const others = ['list', 'ship', 'cancel', 'refund', 'note'].filter((one) => one !== verb)
  const { token } = await newStaff(others.map((one) => `cms.order.${one}`))
  const one = await onlyOf([id])
  const answer =
    verb === 'note'
      ? await api('POST /cms/order/{id}/note', { token, params: { id }, body: { text: '好' } })
      : await confirm(verb, one, { token })
  expect(answer.problem).toMatchObject({ status: 403, permission: `cms.order.${verb}` })
})
