import { order } from '@/db/schema/order'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { audited, auditedTogether } from '@/lib/order/audited'
import { correctPhone } from '@/lib/order/change/edit'
import { asSeenBy, readCmsOrder, readCmsTrace } from '@/lib/order/cms-queries'
import { CmsOrder } from '@/lib/order/cms-schema'
import { lockParcel, lockTogether } from '@/lib/order/desk/together'
import { trace } from '@/lib/order/example'
import { Trace } from '@/lib/order/parcel/schema'
import { retryReport } from '@/lib/shipping_report/queue'
import { reportDue } from '@/lib/shipping_report/send'
import * as example from './cms-example'
import {
  CollectInput,
  CorrectInput,
  LoggedReport,
  PhoneInput,
  PickupOrder,
  PickupQuery,
  ReadyInput,
  RevokeInput,
  ShipInput,
  shipmentParams,
} from './cms-schema'
import { collectOrder, findPickup, readyOrder } from './pickup'
import { correctParcel, revokeParcel, shipOrder } from './ship'

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
  problems: ['stale_version', 'order_state', 'address_asked', 'after_sale_open', 'limit_reached', 'already_exists'],
  example: { params: { id: '9' }, body: example.parcel, output: example.partShippedOrder },
  async handle(context) {
    const { db, params, body, caller } = context
    const { together: _, ...parcel } = body
    return auditedTogether(context, await lockTogether(db, params.id, body), ({ id, version }) =>
      shipOrder(db, id, { ...parcel, version }, caller),
    )
  },
})

export const listCmsOrderTrace = endpoint({
  method: 'GET',
  path: '/cms/order/{id}/trace',
  summary: 'News of the parcels of an order',
  description: 'Without revoked parcels. What the customer sees.',
  access: permission('cms.order.list'),
  params: idParams,
  output: Trace,
  example: { params: { id: '9' }, output: trace },
  handle: ({ db, params }) => readCmsTrace(db, params.id),
})

export const findPickupOrder = endpoint({
  method: 'GET',
  path: '/cms/order/pickup',
  summary: 'Find the order of a pick-up code',
  description:
    'The paid order whose customer shows this code, with what is handed over. A wrong code is not_found, one whose goods were handed over already_collected, one of an order for another store than store_id other_store, and one of an order that was canceled or refunded order_state. After 30 wrong codes in a minute, the others of the minute are refused.',
  access: permission('cms.order.collect'),
  query: PickupQuery,
  output: PickupOrder,
  problems: ['not_found', 'already_collected', 'other_store', 'order_state', 'too_many_requests'],
  example: { query: { code: '482109375516' }, output: example.pickupOrder },
  handle: ({ db, query, caller }) => findPickup(db, query, caller),
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
  problems: ['stale_version', 'order_state', 'after_sale_open', 'already_collected'],
  example: { params: { id: '9' }, body: { version: 2 }, output: example.readyOrder },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => readyOrder(db, params.id, body.version, caller))
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
  problems: ['stale_version', 'order_state', 'after_sale_open', 'already_collected', 'limit_reached'],
  example: {
    params: { id: '9' },
    body: { code: '482109375516', version: 3 },
    output: example.collectedOrder,
  },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => collectOrder(db, params.id, body, caller))
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
  problems: ['stale_version', 'order_state', 'limit_reached', 'already_exists'],
  example: { params: { id: '9', sid: '4' }, body: example.correction, output: example.correctedOrder },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => correctParcel(db, params, body, caller))
  },
})

export const revokeShipment = endpoint({
  method: 'POST',
  path: '/cms/order/{id}/shipment/{sid}/revoke',
  summary: 'Revoke a shipment',
  description:
    'For a parcel that never left: its pieces are left to ship again. Possible while the order is not completed, none of its pieces are refunded, and the platform was not told of it, which begins a minute after shipping. With together, it is revoked of other orders in the parcel, of all or none of them; order_no is the one that is refused, and reason says why.',
  access: permission('cms.order.ship'),
  verb: 'revoke',
  params: shipmentParams,
  body: RevokeInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  problems: ['stale_version', 'order_state', 'after_sale_open'],
  example: { params: { id: '9', sid: '4' }, body: { version: 3 }, output: example.revokedOrder },
  async handle(context) {
    const { db, params, body, caller } = context
    return auditedTogether(context, await lockParcel(db, params, body), (one) =>
      revokeParcel(db, one, one.version, caller),
    )
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
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '9' }, body: example.phone, output: example.reportingOrder },
  handle: (context) => {
    const { db, params, body, caller, settings, recorder } = context
    return audited(context, async () => {
      await correctPhone(db, params.id, body, caller)
      recorder.afterCommit(async () => {
        await reportDue(settings)
      })
    })
  },
})
