import { order } from '@/db/schema/order'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { cancelForShop } from '@/lib/order/change/cancel'
import { correctPhone, editOrder } from '@/lib/order/change/edit'
import { freightToPlace } from '@/lib/order/change/receiver-freight'
import { previewRefunds } from '@/lib/order/change/refund-preview'
import { previewRepricing } from '@/lib/order/change/repricing'
import * as orders from '@/lib/order/desk/cms-list'
import { orderFile } from '@/lib/order/desk/export'
import { addNote } from '@/lib/order/desk/note'
import { readPackingLists, recordPrints } from '@/lib/order/desk/print'
import { placeForCustomer, previewForCustomer, requireTotal } from '@/lib/order/desk/staff-order'
import { lockTogether } from '@/lib/order/desk/together'
import { orderWords } from '@/lib/order/import/columns'
import { collectOrder, findPickup, readyOrder } from '@/lib/order/ship/pickup'
import { correctParcel, revokeParcel, shipOrder } from '@/lib/order/ship/ship'
import { closeAttempts, reportOfFailed, sendRefunds } from '@/lib/payment/provider'
import { type Remedy, refundOrder, remedyRefund } from '@/lib/payment/refund'
import { retryReport } from '@/lib/shipping_report/queue'
import { reportDue } from '@/lib/shipping_report/send'
import { audited, auditedTogether } from './audited'
import * as example from './cms-example'
import { asSeenBy, readCmsOrder } from './cms-queries'
import {
  CancelInput,
  CmsOrder,
  CmsOrderCount,
  CmsOrderPage,
  CmsOrderQuery,
  CollectInput,
  CorrectInput,
  LoggedNote,
  LoggedReport,
  LoggedStaffOrder,
  NewOrders,
  NewOrdersQuery,
  NoteInput,
  OrderChanges,
  OrderPricePreview,
  PackingLists,
  PackingQuery,
  PhoneInput,
  PickupOrder,
  PickupQuery,
  PriceChanges,
  PrintInput,
  ReadyInput,
  ReceiverPlaceQuery,
  RefundInput,
  RefundPreview,
  RefundPreviewQuery,
  RevokeInput,
  refundParams,
  ShipInput,
  StaffOrderInput,
  StaffOrderPreview,
  StaffOrderPreviewInput,
  shipmentParams,
} from './cms-schema'
import { receiverFreight } from './example'
import { ReceiverFreight } from './schema'

export const listCmsOrders = endpoint({
  method: 'GET',
  path: '/cms/order',
  summary: 'List orders',
  description:
    'Newest first; sort=id: oldest first. To recall a product, read the file of the orders with its product_id or sku_id: it has the receivers.',
  access: permission('cms.order.list'),
  query: CmsOrderQuery,
  output: CmsOrderPage,
  csv: {
    name: 'orders',
    permission: 'cms.order.export',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per order of the filter, or with lines=true a line per item, with amounts in yuan. carrier and tracking_no are empty while something is left to ship; filled in, the file is what POST /cms/order/import takes. Otherwise they are those of its parcels, joined with "; ". count is what is left to ship of the item, or empty.',
    words: orderWords,
    open: async ({ query, settings }) => orderFile(query, settings),
  },
  example: {
    query: { tab: 'to_ship' },
    output: { items: [example.orderRow], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: ({ db, query, settings }) => orders.list(db, query, settings),
})

export const countCmsOrders = endpoint({
  method: 'GET',
  path: '/cms/order/count',
  summary: 'Count the orders of each tab',
  description: 'Each is counted up to 1000.',
  access: permission('cms.order.list'),
  output: CmsOrderCount,
  example: {
    output: {
      unpaid: 3,
      to_ship: 8,
      part_shipped: 1,
      shipped: 24,
      after_sale: 2,
      completed: 310,
      cancelled: 12,
      refunded: 4,
    },
  },
  handle: ({ db }) => orders.countTabs(db),
})

export const countNewCmsOrders = endpoint({
  method: 'GET',
  path: '/cms/order/new',
  summary: 'Count new orders',
  description: 'Cheap enough to be asked every minute: a page that was read tells so that there is more to see.',
  access: permission('cms.order.list'),
  query: NewOrdersQuery,
  output: NewOrders,
  example: { query: { after: '9' }, output: { count: 3, newest_id: 12 } },
  handle: ({ db, query }) => orders.countNew(db, query.after),
})

export const getCmsOrder = endpoint({
  method: 'GET',
  path: '/cms/order/{id}',
  summary: 'Get an order',
  description:
    'With its lines, shipments, payments and refunds, what happened to it, what the caller can do with it, and the version that a change sends back.',
  access: permission('cms.order.list'),
  params: idParams,
  output: CmsOrder,
  example: { params: { id: '9' }, output: example.paidOrder },
  handle: async ({ db, params, caller }) => asSeenBy(caller, await readCmsOrder(db, params.id)),
})

export const updateCmsOrder = endpoint({
  method: 'PUT',
  path: '/cms/order/{id}',
  summary: 'Change an order',
  description:
    'Prices, discount and shipping fee can be changed as often as needed while the order is unpaid, down to a total of 1 fen: the open payment is closed, and the next one has a new number; one that is paid meanwhile is paid back. The receiver can be changed while nothing was shipped. What is left out stays unchanged.',
  access: permission('cms.order.update'),
  params: idParams,
  body: OrderChanges,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '9' }, body: example.changes, output: example.repricedOrder },
  handle: (context) => {
    const { db, params, body, caller, settings, recorder } = context
    return audited(context, async () => {
      const isRepriced = await editOrder(db, params.id, body, { actor: caller.user_id, settings })
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

export const createCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order',
  summary: 'Place an order for a customer',
  description:
    'By the same checks as an order of the customer: it reserves the stock, and expires unless it is paid in time. Promotions and the shipping fee are computed from the prices that are sent. The customer finds the order under those to pay.',
  access: permission('cms.order.create'),
  additional_permissions: ['cms.order.update'],
  body: StaffOrderInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  status: 201,
  location: ({ id }) => `/cms/order/${id}`,
  problems: ['out_of_stock', 'not_deliverable', 'price_changed', 'limit_reached'],
  example: { body: example.staffOrder, output: example.placedByStaff },
  async handle({ db, body, caller, settings, recorder }) {
    const { id, regular_amount } = await placeForCustomer(db, body, { actor: caller.user_id, settings })
    const placed = await readCmsOrder(db, id)
    requireTotal(placed, body.expected_amount)
    recorder.audit({ target: ['order', id], as: LoggedStaffOrder, after: { ...placed, regular_amount } })
    return asSeenBy(caller, placed)
  },
})

export const previewCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/preview',
  summary: 'Preview an order for a customer',
  description:
    'What POST /cms/order would cost: send total_amount as its expected_amount. Writes nothing and reserves nothing. Needs neither a customer nor an address.',
  access: permission('cms.order.create'),
  additional_permissions: ['cms.order.update', 'cms.product.cost'],
  verb: 'preview',
  body: StaffOrderPreviewInput,
  output: StaffOrderPreview,
  transaction: 'manual',
  problems: ['limit_reached'],
  example: { body: example.staffOrder, output: example.staffOrderPreview },
  handle: ({ db, body, settings, recorder }) => {
    recorder.changesNothing()
    return previewForCustomer(db, body, settings)
  },
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

export const noteOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/note',
  summary: 'Add a note to an order',
  description:
    'Only staff see notes, unless they are for the parcel. They are in the timeline of the order and are never changed; pinned ones are also listed apart, and those with for_parcel are on the packing list. At most 200.',
  access: permission('cms.order.note'),
  params: idParams,
  body: NoteInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['limit_reached'],
  example: { params: { id: '9' }, body: example.note, output: example.notedOrder },
  async handle({ db, params: { id }, body, caller, recorder }) {
    const { order_no } = await lockRow(db, order, id)
    await addNote(db, id, body, caller.user_id)
    recorder.audit({ target: ['order', id], as: LoggedNote, after: body, name: order_no })
    return asSeenBy(caller, await readCmsOrder(db, id))
  },
})

export const shipCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/ship',
  summary: 'Ship an order or a part of it',
  description:
    'With items, a parcel with these pieces; else everything that is left to ship. Only express can be split, in at most 15 parcels. Pieces of a refund are not shipped. When nothing is left, the order is shipped. With together, other orders are shipped in the same parcel, all or none of them.',
  access: permission('cms.order.ship'),
  params: idParams,
  body: ShipInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state', 'address_asked', 'after_sale_open', 'limit_reached', 'already_exists'],
  example: { params: { id: '9' }, body: example.parcel, output: example.partShippedOrder },
  async handle(context) {
    const { db, params, body, caller } = context
    const { together: _, ...parcel } = body
    return auditedTogether(context, await lockTogether(db, params.id, body), ({ id, version }) =>
      shipOrder(db, id, { ...parcel, version }, caller.user_id),
    )
  },
})

export const findPickupOrder = endpoint({
  method: 'GET',
  path: '/cms/order/pickup',
  summary: 'Find the order of a pick-up code',
  description:
    'The paid order whose customer shows this code, with what is handed over. A wrong code is not_found, one whose goods were handed over already_collected, one of an order for another store than store_id other_store, and one of an order that was canceled or refunded order_state.',
  access: permission('cms.order.collect'),
  query: PickupQuery,
  output: PickupOrder,
  problems: ['not_found', 'already_collected', 'other_store', 'order_state'],
  example: { query: { code: '482109375516' }, output: example.pickupOrder },
  handle: ({ db, query }) => findPickup(db, query),
})

export const readyCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/ready',
  summary: 'Tell the customer that an order can be collected',
  description: 'The customer sees it in the order, with the code.',
  access: permission('cms.order.collect'),
  verb: 'ready',
  params: idParams,
  body: ReadyInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state', 'after_sale_open', 'already_collected'],
  example: { params: { id: '9' }, body: { version: 2 }, output: example.readyOrder },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => readyOrder(db, params.id, body.version, caller.user_id))
  },
})

export const collectCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/collect',
  summary: 'Hand an order over to its customer',
  description:
    'Everything that is left is shipped with the method pickup, and the order is completed, at once; the platform is told. The code of another order is refused. While pieces are being refunded, the order is completed later, like one that was sent.',
  access: permission('cms.order.collect'),
  params: idParams,
  body: CollectInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state', 'after_sale_open', 'already_collected', 'limit_reached'],
  example: {
    params: { id: '9' },
    body: { code: '482109375516', version: 3 },
    output: example.collectedOrder,
  },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => collectOrder(db, params.id, body, caller.user_id))
  },
})

export const correctShipment = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/shipment/{sid}/correct',
  summary: 'Correct the carrier and the number of a shipment',
  description:
    'Only of express, once for each shipment, and once for all shipments of which the platform was told: it takes one correction of a payment.',
  access: permission('cms.order.ship'),
  verb: 'correct',
  params: shipmentParams,
  body: CorrectInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state', 'limit_reached', 'already_exists'],
  example: { params: { id: '9', sid: '4' }, body: example.correction, output: example.correctedOrder },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => correctParcel(db, params, body, caller.user_id))
  },
})

export const revokeShipment = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/shipment/{sid}/revoke',
  summary: 'Revoke a shipment',
  description:
    'For a parcel that never left: its pieces are left to ship again. Possible while the order is not fully shipped, none of its pieces are refunded, and the platform was not told of it, which begins a minute after shipping.',
  access: permission('cms.order.ship'),
  verb: 'revoke',
  params: shipmentParams,
  body: RevokeInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state', 'after_sale_open'],
  example: { params: { id: '9', sid: '4' }, body: { version: 3 }, output: example.revokedOrder },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => revokeParcel(db, params, body.version, caller.user_id))
  },
})

export const reportOrder = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/report',
  summary: 'Report the shipments of an order again',
  description: 'What the platform has refused is sent to it once more, right after this.',
  access: permission('cms.order.ship'),
  verb: 'report',
  params: idParams,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['order_state'],
  example: { params: { id: '9' }, output: example.reportingOrder },
  async handle({ db, params: { id }, caller, settings, recorder }) {
    await lockRow(db, order, id)
    await retryReport(db, id)
    recorder.audit({
      target: ['order', id],
      as: LoggedReport,
      before: { report: 'refused' },
      after: { report: 'waiting' },
    })
    recorder.afterCommit(async () => {
      await reportDue(settings)
    })
    return asSeenBy(caller, await readCmsOrder(db, id))
  },
})

export const correctReportedPhone = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/report/phone',
  summary: 'Correct the phone number of a refused report',
  description:
    'For a parcel that is reported with the phone number of the receiver, which is SF. The order has the number from then on, and what the platform has refused is sent to it once more, right after this.',
  access: permission('cms.order.ship'),
  verb: 'report',
  params: idParams,
  body: PhoneInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  idempotent: true,
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '9' }, body: example.phone, output: example.reportingOrder },
  handle: (context) => {
    const { db, params, body, caller, settings, recorder } = context
    return audited(context, async () => {
      await correctPhone(db, params.id, body, caller.user_id)
      recorder.afterCommit(async () => {
        await reportDue(settings)
      })
    })
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
  idempotent: true,
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
  idempotent: true,
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached', 'amount_changed'],
  example: { params: { id: '9' }, body: example.refund, output: example.refundedOrder },
  handle: (context) => {
    const { db, params, body, caller, recorder } = context
    return audited(context, async () => {
      const payment_no = await refundOrder(db, params.id, body, caller.user_id)
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

/**
 * Declares an operation on a failed refund. The operation queries the provider first, so that nothing is paid back
 * twice.
 */
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
    idempotent: true,
    problems: ['order_state', 'after_sale_open', 'limit_reached', 'provider_error'],
    example: { params: { id: '9', rid: '3' }, output: example.refundedOrder },
    prepare: ({ db, params }) => reportOfFailed(db, params.id, params.rid),
    handle: (context) => {
      const { db, params, prepared, caller, recorder } = context
      return audited(context, async () => {
        const which = { order_id: params.id, refund_id: params.rid, remedy }
        const payment_no = await remedyRefund(db, which, prepared, caller.user_id)
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

export const getPackingLists = endpoint({
  method: 'GET',
  path: '/cms/order/print',
  summary: 'Read packing lists',
  description: 'What is needed to pack these orders, in the order in which they are given.',
  access: permission('cms.order.print'),
  query: PackingQuery,
  output: PackingLists,
  problems: ['not_found'],
  example: { query: { ids: '9' }, output: example.packingLists },
  handle: ({ db, query, settings }) => readPackingLists(db, query.ids, settings),
})

export const notePrint = endpoint({
  method: 'POST',
  path: '/cms/order/print',
  summary: 'Note that packing lists were printed',
  description: 'It is in the timeline of each order, and on what is printed of it from then on. Never taken back.',
  access: permission('cms.order.print'),
  body: PrintInput,
  output: PackingLists,
  idempotent: true,
  example: { body: { ids: [9] }, output: example.printedLists },
  async handle({ db, body: { ids }, caller, settings, recorder }) {
    await recordPrints(db, ids, caller.user_id)
    recorder.audit({ target: ['order', null], as: PrintInput, after: { ids } })
    return readPackingLists(db, [...new Set(ids)], settings)
  },
})
