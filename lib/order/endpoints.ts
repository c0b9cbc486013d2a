import { z } from 'zod'
import { takeFromCart } from '@/lib/cart/commands'
import { cartLine } from '@/lib/cart/example'
import { Cart } from '@/lib/cart/schema'
import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { idParams, line } from '@/lib/kit/api/endpoint/fields'
import { found } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { cancelForCustomer } from '@/lib/order/change/cancel'
import { readdress } from '@/lib/order/change/edit'
import { hideOrder } from '@/lib/order/change/hide'
import { freightToOwnAddress } from '@/lib/order/change/receiver-freight'
import { Trace } from '@/lib/order/parcel/schema'
import * as place from '@/lib/order/place/place'
import * as preview from '@/lib/order/place/preview'
import { OrderInput, OrderPreview, PreviewInput } from '@/lib/order/place/schema'
import { confirmForCustomer } from '@/lib/order/ship/fulfil'
import { closeAttempts, queryOpenPayments } from '@/lib/payment/provider'
import { requireReceived } from '@/lib/shipping_report/receipt'
import {
  cancelledOrder,
  completedOrder,
  order,
  orderCount,
  orderDetail,
  orderPage,
  orderPreview,
  receiverFreight,
  sharedOrder,
  trace,
} from './example'
import * as orders from './queries'
import {
  ConfirmInput,
  Order,
  OrderCount,
  OrderDetail,
  OrderPage,
  OrderQuery,
  OwnReceiverQuery,
  ReceiverChoice,
  ReceiverFreight,
  SharedOrder,
  SharedOrderParams,
} from './schema'

export const placeOrder = endpoint({
  method: 'POST',
  path: '/v1/order',
  summary: 'Place an order',
  description:
    'Reserves the stock immediately. Send an Idempotency-Key, so that a repeated request returns the first order instead of placing a second. The order must be paid before expires_at: half an hour by default, five minutes for an account without a mini-program user, until it joins one. Unpaid orders of such an account may have 10 pieces in all by default. All such accounts together may reserve a fifth of the stock of a SKU, and place 20 unpaid orders from one IP address by default. While the shop is closed (closed of GET /v1/shop), no order is placed; a repeated request of an earlier order still returns it.',
  access: customer,
  body: OrderInput,
  output: Order,
  status: 201,
  location: (placed) => `/v1/order/${placed.id}`,
  problems: [
    'shop_closed',
    'out_of_stock',
    'not_deliverable',
    'price_changed',
    'cart_changed',
    'coupon_unusable',
    'limit_reached',
  ],
  example: { body: { items: [{ sku_id: 2, count: 2 }], remark: '请在工作日送货' }, output: order },
  async load({ db, body, caller, settings, client: { ip } }) {
    const requested = await place.requestedLines(db, body.items)
    const wanted = { user_id: caller.user_id, requested, input: body, settings, ip }
    return { wanted, found: await place.loadForPlacing(db, wanted) }
  },
  async handle({ db, body, caller, recorder, loaded: { wanted, found } }) {
    const { placed, write } = place.prepareOrder(found, wanted)
    recorder.withCommit(() => write(db))
    if (body.from_cart) recorder.withCommit(() => takeFromCart(db, caller.user_id, placed.items))
    return placed
  },
})

export const previewOrder = endpoint({
  method: 'POST',
  path: '/v1/order/preview',
  summary: 'Preview an order',
  description:
    'What an order of this body would cost, by the same checks and sums as placing it: send total_amount as its expected_amount. Writes nothing and reserves nothing. No address is needed; receiver is the one that the order would have. Lines with too little stock are not refused but named in shortages, and lines that are not delivered to the address in undeliverable. While the shop is closed, the sums are computed all the same, and closed says so.',
  access: customer,
  body: PreviewInput,
  output: OrderPreview,
  transaction: 'manual',
  problems: ['price_changed', 'coupon_unusable', 'limit_reached'],
  example: { body: { items: [{ sku_id: 2, count: 2 }] }, output: orderPreview },
  async handle({ db, body, caller, settings, client: { ip } }) {
    const requested = await place.requestedLines(db, body.items)
    return preview.previewOrder(db, { user_id: caller.user_id, requested, input: body, settings, ip })
  },
})

export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/order',
  summary: 'My orders',
  description:
    'Newest first. For deep pages, pass next_cursor of the previous page as cursor: it is faster, and the response has no total.',
  access: customer,
  query: OrderQuery,
  output: OrderPage,
  example: { query: { status: 'unpaid,paid' }, output: orderPage },
  handle: ({ db, caller, query, settings }) => orders.listCustomerOrders(db, caller.user_id, query, settings),
})

export const countOrders = endpoint({
  method: 'GET',
  path: '/v1/order/count',
  summary: 'Count my orders',
  description: 'How many orders are in each status, for badges, and how many return requests are open.',
  access: customer,
  output: OrderCount,
  example: { output: orderCount },
  handle: ({ db, caller }) => orders.countOwn(db, caller.user_id),
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/v1/order/{id}',
  summary: 'One of my orders',
  description:
    'With what happened to it, its shipments and its refunds. That of someone else is answered as one that does not exist. While an order is unpaid and a payment of it is open, reading it makes the server ask the payment provider, at most once in five seconds: read it again a moment later.',
  access: customer,
  params: idParams,
  output: OrderDetail,
  owned: 'order',
  example: { params: { id: '9' }, output: orderDetail },
  async handle({ db, caller, params, settings, recorder }) {
    const detail = await ownOrder(db, caller.user_id, params.id, settings)
    if (detail.status === 'unpaid') recorder.afterCommit(() => queryOpenPayments(params.id))
    return detail
  },
})

export const getSharedOrder = endpoint({
  method: 'GET',
  path: '/v1/order/shared/{order_no}',
  summary: 'An order that the shop placed, by its link',
  description:
    'For anyone to whom the shop or its customer has sent the link: what is to be paid, without names and addresses, until a day after it was paid. POST /v1/pay/pre_order takes the same order_no. Reading it asks the payment provider as GET /v1/order/{id} does.',
  access: customer,
  params: SharedOrderParams,
  output: SharedOrder,
  problems: ['not_found'],
  example: { params: { order_no: order.order_no }, output: sharedOrder },
  async handle({ db, caller, params, recorder }) {
    const shared = found(await orders.readShared(db, caller.user_id, params.order_no), 'order')
    if (shared.status === 'unpaid') recorder.afterCommit(() => queryOpenPayments(shared.id))
    return shared
  },
})

export const deleteOrder = endpoint({
  method: 'DELETE',
  path: '/v1/order/{id}',
  summary: 'Remove an order from my orders',
  description:
    'Only one that is completed, canceled or refunded, and without an open return request. It is no longer listed, read or counted here; the shop keeps it. A canceled order that is paid after all comes back.',
  access: customer,
  params: idParams,
  owned: 'finished_order',
  problems: ['order_state', 'after_sale_open'],
  example: { params: { id: '9' } },
  handle: ({ db, caller, params }) => hideOrder(db, caller.user_id, params.id),
})

export const listOrderLines = endpoint({
  method: 'GET',
  path: '/v1/order/{id}/lines',
  summary: 'Lines of an order, to buy again',
  description:
    'The lines of one of my orders as those of a cart: with the price and the stock of now, and why a line cannot be bought again. To put them into the cart, send those without a problem to PUT /v1/cart.',
  access: customer,
  params: idParams,
  output: Cart,
  owned: 'order',
  example: { params: { id: '9' }, output: [cartLine] },
  handle: ({ db, caller, params }) => orders.readLines(db, caller.user_id, params.id),
})

export const listOrderTrace = endpoint({
  method: 'GET',
  path: '/v1/order/{id}/trace',
  summary: 'News of the parcels of an order',
  description:
    'What carriers have told the platform, of all parcels of the order. The shop hears of it up to an hour later, and of some carriers only states without words.',
  access: customer,
  params: idParams,
  output: Trace,
  owned: 'order',
  example: { params: { id: '9' }, output: trace },
  handle: ({ db, caller, params }) => orders.readTrace(db, caller.user_id, params.id),
})

export const getOrderByPayment = endpoint({
  method: 'GET',
  path: '/v1/order/by_payment/{payment_no}',
  summary: 'One of my orders, by the number of its payment',
  description:
    'For the link "order details" of the platform, which knows only its own merchant_trade_no: that is payment_no. Of someone else it is answered as one that does not exist.',
  access: customer,
  params: z.object({ payment_no: line(1, 64) }),
  output: OrderDetail,
  owned: 'payment',
  example: { params: { payment_no: 'P0123456789ABCDEF0123456789' }, output: orderDetail },
  handle: async ({ db, caller, params, settings }) =>
    ownOrder(db, caller.user_id, await orders.findByPayment(db, caller.user_id, params.payment_no), settings),
})

export const readdressOrder = endpoint({
  method: 'PUT',
  path: '/v1/order/{id}/receiver',
  summary: 'Send an order to another address',
  description:
    'An unpaid order gets a copy of the address, if all its goods are delivered there for the same shipping fee; otherwise cancel it and place it again. Of a paid order, of which nothing was shipped, the shop is asked: asked_receiver has the address until the shop accepts or refuses it, and nothing is shipped meanwhile. null, or the present address, takes the question back.',
  access: customer,
  params: idParams,
  body: ReceiverChoice,
  output: OrderDetail,
  owned: 'order',
  problems: ['order_state', 'limit_reached', 'not_deliverable'],
  example: { params: { id: '9' }, body: {}, output: orderDetail },
  async handle({ db, caller, params, body, settings }) {
    await readdress(db, caller.user_id, params.id, body, settings)
    return ownOrder(db, caller.user_id, params.id, settings)
  },
})

export const getReceiverFreight = endpoint({
  method: 'GET',
  path: '/v1/order/{id}/receiver/freight',
  summary: 'The shipping fee of an order to another address',
  description:
    'Ask before PUT /v1/order/{id}/receiver, and tell the customer where the fee differs or lines are not delivered. A paid order keeps its fee.',
  access: customer,
  params: idParams,
  query: OwnReceiverQuery,
  output: ReceiverFreight,
  owned: 'order',
  example: { params: { id: '9' }, query: { address_id: '1' }, output: receiverFreight },
  handle: ({ db, caller, params, query, settings }) =>
    freightToOwnAddress(db, { user_id: caller.user_id, id: params.id, address_id: query.address_id, settings }),
})

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/v1/order/{id}/cancel',
  summary: 'Cancel an unpaid order',
  description: 'Returns the reserved stock immediately.',
  access: customer,
  params: idParams,
  output: OrderDetail,
  owned: 'order',
  problems: ['order_state'],
  example: { params: { id: '9' }, output: cancelledOrder },
  async handle({ db, caller, params, settings, recorder }) {
    await cancelForCustomer(db, caller.user_id, params.id)
    recorder.afterCommit(() => closeAttempts(params.id))
    return ownOrder(db, caller.user_id, params.id, settings)
  },
})

export const confirmOrder = endpoint({
  method: 'POST',
  path: '/v1/order/{id}/confirm',
  summary: 'Confirm receipt',
  description:
    'A shipped order becomes completed. If the customer never confirms, this happens automatically after some days. After wx.openBusinessView with weappOrderConfirm, send via wechat: the platform is asked whether the customer has confirmed there.',
  access: customer,
  params: idParams,
  body: ConfirmInput,
  output: OrderDetail,
  owned: 'shipped_order',
  problems: ['order_state', 'receipt_unconfirmed', 'provider_error'],
  example: { params: { id: '9' }, body: {}, output: completedOrder },
  prepare: async ({ db, caller, params, body }) => {
    if (body.via === 'wechat') await requireReceived(db, caller.user_id, params.id)
  },
  async handle({ db, caller, params, settings }) {
    await confirmForCustomer(db, caller.user_id, params.id)
    return ownOrder(db, caller.user_id, params.id, settings)
  },
})

async function ownOrder(db: Database, user_id: number, id: number, settings: Settings) {
  return found(await orders.read(db, user_id, id, settings), 'order')
}
