import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { audited } from '@/lib/order/audited'
import { CmsOrder } from '@/lib/order/cms-schema'
import { receiverFreight } from '@/lib/order/example'
import { ReceiverFreight } from '@/lib/order/schema'
import { closeAttempts, reportOfFailed, sendRefunds } from '@/lib/payment/provider'
import { type Remedy, refundOrder, remedyRefund } from '@/lib/payment/refund'
import { cancelForShop } from './cancel'
import * as example from './cms-example'
import {
  CancelInput,
  OrderChanges,
  OrderPricePreview,
  PriceChanges,
  ReceiverPlaceQuery,
  RefundInput,
  RefundPreview,
  RefundPreviewQuery,
  refundParams,
} from './cms-schema'
import { editOrder } from './edit'
import { freightToPlace } from './receiver-freight'
import { previewRefunds } from './refund-preview'
import { previewRepricing } from './repricing'

export const updateCmsOrder = endpoint({
  method: 'PUT',
  path: '/cms/order/{id}',
  summary: 'Change an order',
  description:
    'Prices, discount and shipping fee can be changed as often as needed while the order is unpaid, down to a total of 1 fen: the open payment is closed, and the next one has a new number; one that is paid meanwhile is paid back. The receiver can be changed while nothing was shipped, external_id and tags always. What is left out stays unchanged.',
  access: permission('cms.order.update'),
  params: idParams,
  body: OrderChanges,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  problems: ['stale_version', 'order_state', 'already_exists'],
  example: { params: { id: '9' }, body: example.changes, output: example.repricedOrder },
  handle: (context) => {
    const { db, params, body, caller, settings, recorder } = context
    return audited(context, async () => {
      const isRepriced = await editOrder(db, params.id, body, { actor: caller, settings })
      if (isRepriced) recorder.afterCommit(() => closeAttempts(params.id))
    })
  },
})

export const getCmsReceiverFreight = endpoint({
  method: 'GET',
  path: '/cms/order/{id}/receiver/freight',
  summary: 'The shipping fee of an order to another address',
  description:
    'Of the place in the query, or without a province of the address that the customer asks for. The fee of a paid order stays, so look before you accept or write an address.',
  access: permission('cms.order.list'),
  params: idParams,
  query: ReceiverPlaceQuery,
  output: ReceiverFreight,
  example: {
    params: { id: '9' },
    query: { province: '西藏自治区', city: '拉萨市' },
    output: receiverFreight,
  },
  handle: ({ db, params, query: { province, city, district }, settings }) =>
    freightToPlace(db, { id: params.id, place: province ? { province, city, district } : undefined, settings }),
})

export const previewOrderPrices = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/preview',
  summary: 'Preview other prices of an order',
  description:
    'What the order would cost after PUT /cms/order/{id} with these prices, and what its promotions take off then. Writes nothing.',
  access: permission('cms.order.update'),
  additional_permissions: ['cms.product.cost'],
  verb: 'preview',
  params: idParams,
  body: PriceChanges,
  output: OrderPricePreview,
  transaction: 'manual',
  problems: ['order_state'],
  example: { params: { id: '9' }, body: example.priceChanges, output: example.pricePreview },
  handle: ({ db, params, body, settings, recorder }) => {
    recorder.changesNothing()
    return previewRepricing(db, params.id, body, settings)
  },
})

export const cancelCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/cancel',
  summary: 'Cancel an order',
  description:
    'An unpaid order is canceled and its stock returned. Of a paid order of which nothing was shipped, everything that is left is refunded, which takes the permission cms.order.refund as well; it becomes refunded when the provider has paid the money back.',
  access: permission('cms.order.cancel'),
  additional_permissions: ['cms.order.refund'],
  params: idParams,
  body: CancelInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached', 'amount_changed'],
  example: { params: { id: '9' }, body: example.cancellation, output: example.cancelledOrder },
  handle: (context) => {
    const { db, params, body, caller, recorder } = context
    return audited(context, async () => {
      const payment_no = await cancelForShop(db, params.id, body, caller)
      recorder.afterCommit(() => (payment_no ? sendRefunds(payment_no) : closeAttempts(params.id)))
    })
  },
})

export const refundCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/refund',
  summary: 'Refund pieces, money or the shipping fee of an order',
  description:
    'Amounts are computed from what was paid for the lines, unless they are given; no more than was paid can be paid back. Pieces that were not shipped are refunded first and are not shipped any more. What returns to stock does so when the refund succeeds. A refund that fails keeps its pieces and its money until it is retried or closed.',
  access: permission('cms.order.refund'),
  params: idParams,
  body: RefundInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached', 'amount_changed'],
  example: { params: { id: '9' }, body: example.refund, output: example.refundedOrder },
  handle: (context) => {
    const { db, params, body, caller, recorder } = context
    return audited(context, async () => {
      const payment_no = await refundOrder(db, params.id, body, caller)
      recorder.afterCommit(() => sendRefunds(payment_no))
    })
  },
})

export const previewOrderRefunds = endpoint({
  method: 'GET',
  path: '/cms/order/refund/preview',
  summary: 'Preview refunds or cancellations of several orders',
  description:
    'What would be paid back now, and why it is not possible with some of them. Send amount as expected_amount, with version and, for a refund, the pieces and the shipping fee of this answer, to POST /cms/order/{id}/refund or /cancel, once for each order.',
  access: permission('cms.order.list'),
  query: RefundPreviewQuery,
  output: RefundPreview,
  problems: ['not_found'],
  example: { query: { ids: '9' }, output: example.refundPreview },
  handle: ({ db, query, caller }) => previewRefunds(db, query, caller),
})

/** Queries the provider first, so that nothing is paid back twice. */
const remedyOf = <const R extends Remedy>(remedy: R, summary: string, description: string) =>
  endpoint({
    method: 'POST',
    path: `/cms/order/{id}/refund/{rid}/${remedy}`,
    summary,
    description,
    access: permission('cms.order.refund'),
    params: refundParams,
    output: CmsOrder,
    shown_to: 'cms.order.list',
    problems: ['order_state', 'after_sale_open', 'limit_reached', 'provider_error'],
    example: { params: { id: '9', rid: '3' }, output: example.refundedOrder },
    prepare: ({ db, params }) => reportOfFailed(db, params.id, params.rid),
    handle: (context) => {
      const { db, params, prepared, caller, recorder } = context
      return audited(context, async () => {
        const which = { order_id: params.id, refund_id: params.rid, remedy }
        const payment_no = await remedyRefund(db, which, prepared, caller)
        recorder.afterCommit(() => sendRefunds(payment_no))
      })
    },
  })

export const retryRefund = remedyOf(
  'retry',
  'Retry a failed refund',
  'Requests what the provider has closed once more, under a new number. Refused while the provider may still pay it; what it has paid meanwhile is applied.',
)

export const closeRefund = remedyOf(
  'close',
  'Close a failed refund',
  'Its pieces and its money can be shipped and refunded again. Refused while the provider may still pay it; what it has paid meanwhile is applied.',
)
