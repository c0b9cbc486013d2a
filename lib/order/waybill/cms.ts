import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { connection } from '@/lib/kit/database'
import { settleWaybill } from './ask'
import { beginCancel } from './cancel'
import { insertWaybill } from './create'
import * as example from './example'
import { readLabels, recordLabels } from './labels'
import * as queries from './queries'
import {
  CancelWaybillInput,
  LabelQuery,
  Labels,
  PackableOrders,
  PackableQuery,
  PrintedInput,
  Waybill,
  WaybillInput,
  WaybillPage,
  WaybillQuery,
} from './schema'

export const listWaybills = endpoint({
  method: 'GET',
  path: '/cms/waybill',
  summary: 'List waybills',
  description: 'Newest first.',
  access: permission('cms.waybill.list'),
  query: WaybillQuery,
  output: WaybillPage,
  example: {
    query: { order_ids: '9' },
    output: { items: [example.waybill], page: 1, size: 10, total: 1, next_cursor: null },
  },
  handle: queries.list,
})

export const getWaybill = endpoint({
  method: 'GET',
  path: '/cms/waybill/{id}',
  summary: 'Get a waybill',
  description: 'With the version that a cancellation sends back.',
  access: permission('cms.waybill.list'),
  params: idParams,
  output: Waybill,
  example: { params: { id: '31' }, output: example.waybill },
  handle: ({ db, params }) => queries.readWaybill(db, params.id),
})

export const listPackable = endpoint({
  method: 'GET',
  path: '/cms/waybill/order',
  summary: 'Read orders to pack',
  description:
    'What is needed to make the waybills of these orders and to ship them, in the order in which they are given. Those with the same waybill follow, unknown ones are left out. Without ids and order_no, only the accounts.',
  access: permission('cms.waybill.list'),
  query: PackableQuery,
  output: PackableOrders,
  example: { query: { ids: '9' }, output: { items: [example.packable], accounts: [example.account] } },
  async handle({ db, query }) {
    const [items, accounts] = await Promise.all([queries.readPackable(db, query), queries.readAccounts(db)])
    return { items, accounts }
  },
})

export const createWaybill = endpoint({
  method: 'POST',
  path: '/cms/waybill',
  summary: 'Make a waybill',
  description:
    'For what is left to ship of an order, or for items. An order has one that is not used yet: already_exists has it as waybill_id. The answer can be a waybill that failed, with the reason in the words of the carrier, or one that is still creating: its answer was lost, and the platform is asked again without making a second one. To ship, send its delivery_id and tracking_no to POST /cms/order/{id}/ship.',
  access: permission('cms.waybill.print'),
  verb: 'create',
  body: WaybillInput,
  output: Waybill,
  shown_to: 'cms.waybill.list',
  status: 201,
  location: ({ id }) => `/cms/waybill/${id}`,
  transaction: 'manual',
  problems: [
    'already_exists',
    'stale_version',
    'order_state',
    'address_asked',
    'after_sale_open',
    'limit_reached',
    'provider_error',
  ],
  example: { body: example.waybillInput, output: example.waybill },
  async handle({ db, body, caller, settings, recorder }) {
    const { transaction } = await connection()
    const id = await transaction((tx) => insertWaybill(tx, body, { actor: caller, settings }))
    checkpoint('waybill written')
    await settleWaybill(id, { isNew: true })
    const after = await queries.readWaybill(db, id)
    recorder.audit({ target: ['waybill', id], as: Waybill, after })
    return after
  },
})

export const cancelWaybill = endpoint({
  method: 'POST',
  path: '/cms/waybill/{id}/cancel',
  summary: 'Cancel a waybill',
  description:
    'One that no parcel was shipped with. If the carrier refuses, because it has the parcel already, the answer is ready with the reason.',
  access: permission('cms.waybill.cancel'),
  params: idParams,
  body: CancelWaybillInput,
  output: Waybill,
  shown_to: 'cms.waybill.list',
  transaction: 'manual',
  problems: ['stale_version', 'order_state', 'provider_error'],
  example: {
    params: { id: '31' },
    body: { version: 2 },
    output: { ...example.waybill, state: 'canceled', next_try_at: null, version: 4 },
  },
  async handle({ db, params: { id }, body, caller, recorder }) {
    const { transaction } = await connection()
    const before = await queries.readWaybill(db, id)
    if (await transaction((tx) => beginCancel(tx, id, body.version, caller))) await settleWaybill(id)
    const after = await queries.readWaybill(db, id)
    recorder.audit({ target: ['waybill', id], as: Waybill, before, after })
    return after
  },
})

export const listLabels = endpoint({
  method: 'GET',
  path: '/cms/waybill/label',
  summary: 'Read labels',
  description:
    'Of waybills that are ready or shipped, in the order in which they are given. The platform is asked for each; one without a label says why. The HTML is foreign.',
  access: permission('cms.waybill.print'),
  query: LabelQuery,
  output: Labels,
  problems: ['not_found', 'provider_error'],
  example: {
    query: { ids: '31' },
    output: { items: [{ waybill: example.waybill, html: '<!doctype html><p>YT8800456677123</p>', reason: null }] },
  },
  handle: ({ db, query: { ids, parts = 2 } }) => readLabels(db, ids, parts),
})

export const noteLabels = endpoint({
  method: 'POST',
  path: '/cms/waybill/print',
  summary: 'Note that labels were printed',
  description: 'Counts, so that a label that was printed before is noticed.',
  access: permission('cms.waybill.print'),
  body: PrintedInput,
  example: { body: { ids: [31] } },
  async handle({ db, body: { ids }, recorder }) {
    await recordLabels(db, ids)
    recorder.audit({ target: ['waybill', null], as: PrintedInput, after: { ids } })
  },
})
