import { customer, endpoint } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { problem } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import { occasionalWork } from '@/lib/job/expire'
import { closeAttempts } from '@/lib/payment/provider'
import { cancelOwnOrder } from './cancel'
import { cancelledOrder, completedOrder, order, orderDetail, orderPage } from './example'
import { confirmOwnOrder } from './fulfil'
import { basketOf, placeOrder } from './place'
import { listOwnOrders, readOwnOrder } from './queries'
import { Order, OrderDetail, OrderInput, OrderPage, OrderQuery } from './schema'

const missing = () => problem('not_found', { detail: 'There is no such order.' })

export const placeOwnOrder = endpoint({
  method: 'POST',
  path: '/v1/order',
  summary: 'Place an order',
  description:
    'Takes the stock at once. Send an Idempotency-Key, so that a repeated request answers the first order instead of placing a second. The order must be paid before expires_at.',
  access: customer,
  body: OrderInput,
  output: Order,
  status: 201,
  location: (placed) => `/v1/order/${placed.id}`,
  problems: ['out_of_stock', 'price_changed', 'limit_reached'],
  example: { body: { items: [{ sku_id: 2, count: 2 }], remark: '请在工作日送货' }, output: order },
  async handle({ db, body, caller, settings, record }) {
    record.after(occasionalWork())
    return placeOrder(db, caller.user_id, await basketOf(db, body.items), body, settings)
  },
})

export const listCustomerOrders = endpoint({
  method: 'GET',
  path: '/v1/order',
  summary: 'My orders',
  description:
    'Newest first. A deep page is cheapest by cursor: pass next_cursor of the page before; such an answer has no total.',
  access: customer,
  query: OrderQuery,
  output: OrderPage,
  example: { query: { status: 'unpaid' }, output: orderPage },
  handle: ({ db, caller, query }) => listOwnOrders(db, caller.user_id, query),
})

export const readCustomerOrder = endpoint({
  method: 'GET',
  path: '/v1/order/{id}',
  summary: 'One of my orders',
  access: customer,
  params: idParams,
  output: OrderDetail,
  owned: 'order',
  example: { params: { id: '9' }, output: orderDetail },
  handle: ({ db, caller, params }) => own(db, caller.user_id, params.id),
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/v1/order/{id}/cancel',
  summary: 'Cancel an unpaid order',
  description: 'Gives the stock back at once.',
  access: customer,
  params: idParams,
  output: OrderDetail,
  owned: 'order',
  problems: ['order_state'],
  example: { params: { id: '9' }, output: cancelledOrder },
  async handle({ db, caller, params, record }) {
    await cancelOwnOrder(db, caller.user_id, params.id)
    record.after(() => closeAttempts(params.id))
    return own(db, caller.user_id, params.id)
  },
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: '/v1/order/{id}/confirm',
  summary: 'Confirm receipt',
  description: 'A shipped order becomes completed; without this it does so by itself after some days.',
  access: customer,
  params: idParams,
  output: OrderDetail,
  owned: 'shipped_order',
  problems: ['order_state'],
  example: { params: { id: '9' }, output: completedOrder },
  async handle({ db, caller, params }) {
    await confirmOwnOrder(db, caller.user_id, params.id)
    return own(db, caller.user_id, params.id)
  },
})

async function own(db: Database, user_id: number, id: number) {
  const found = await readOwnOrder(db, user_id, id)
  if (!found) throw missing()
  return found
}
