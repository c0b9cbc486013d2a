import { customer, endpoint } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { problem } from '@/lib/api/problem'
import { cancelOwnOrder } from './cancel'
import { cancelledOrder, order, orderDetail, orderPage } from './example'
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
  prepare: ({ db, body }) => basketOf(db, body.items),
  handle: ({ db, body, caller, prepared, settings }) => placeOrder(db, caller.user_id, prepared, body, settings),
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
  async handle({ db, caller, params }) {
    const found = await readOwnOrder(db, caller.user_id, params.id)
    if (!found) throw missing()
    return found
  },
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
  async handle({ db, caller, params }) {
    await cancelOwnOrder(db, caller.user_id, params.id)
    const found = await readOwnOrder(db, caller.user_id, params.id)
    if (!found) throw missing()
    return found
  },
})
