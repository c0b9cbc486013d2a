import { order } from '@/db/schema/order'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { paidOrder } from '@/lib/order/cms-example'
import { asSeenBy, readCmsOrder } from '@/lib/order/cms-queries'
import { CmsOrder } from '@/lib/order/cms-schema'
import { orderWords } from '@/lib/order/import/columns'
import * as example from './cms-example'
import * as orders from './cms-list'
import {
  CmsOrderCount,
  CmsOrderPage,
  CmsOrderQuery,
  LoggedNote,
  LoggedStaffOrder,
  NewOrders,
  NewOrdersQuery,
  NoteInput,
  PackingLists,
  PackingQuery,
  PrintInput,
  StaffOrderInput,
  StaffOrderPreview,
  StaffOrderPreviewInput,
} from './cms-schema'
import { orderFile } from './export'
import { addNote } from './note'
import { readPackingLists, recordPrints } from './print'
import { placeForCustomer, previewForCustomer, requireTotal, withSkus } from './staff-order'

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
  example: { params: { id: '9' }, output: paidOrder },
  handle: async ({ db, params, caller }) => asSeenBy(caller, await readCmsOrder(db, params.id)),
})

export const createCmsOrder = endpoint({
  method: 'POST',
  path: '/cms/order',
  summary: 'Place an order for a customer',
  description:
    'With the checks of a customer’s order: it reserves the stock, and expires unless it is paid in time. Promotions and the shipping fee follow from the prices that are sent.',
  access: permission('cms.order.create'),
  additional_permissions: ['cms.order.update'],
  body: StaffOrderInput,
  output: CmsOrder,
  shown_to: 'cms.order.list',
  status: 201,
  location: ({ id }) => `/cms/order/${id}`,
  problems: ['out_of_stock', 'not_deliverable', 'price_changed', 'coupon_unusable', 'limit_reached'],
  example: { body: example.staffOrder, output: example.placedByStaff },
  async handle({ db, body, caller, settings, recorder }) {
    const { id, regular_amount } = await placeForCustomer(db, await withSkus(db, body), { actor: caller, settings })
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
    'What POST /cms/order would cost: send total_amount as its expected_amount. Reserves nothing. Needs neither a customer nor an address.',
  access: permission('cms.order.create'),
  additional_permissions: ['cms.order.update', 'cms.product.cost', 'cms.coupon.list'],
  verb: 'preview',
  body: StaffOrderPreviewInput,
  output: StaffOrderPreview,
  transaction: 'manual',
  problems: ['coupon_unusable', 'limit_reached'],
  example: { body: example.staffOrder, output: example.staffOrderPreview },
  async handle({ db, body, caller, settings, recorder }) {
    recorder.changesNothing()
    return previewForCustomer(db, await withSkus(db, body), { caller, settings })
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
  problems: ['limit_reached'],
  example: { params: { id: '9' }, body: example.note, output: example.notedOrder },
  async handle({ db, params: { id }, body, caller, recorder }) {
    const { order_no } = await lockRow(db, order, id)
    await addNote(db, id, body, caller)
    recorder.audit({ target: ['order', id], as: LoggedNote, after: body, name: order_no })
    return asSeenBy(caller, await readCmsOrder(db, id))
  },
})

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
  example: { body: { ids: [9] }, output: example.printedLists },
  async handle({ db, body: { ids }, caller, settings, recorder }) {
    await recordPrints(db, ids, caller)
    recorder.audit({ target: ['order', null], as: PrintInput, after: { ids } })
    return readPackingLists(db, [...new Set(ids)], settings)
  },
})
