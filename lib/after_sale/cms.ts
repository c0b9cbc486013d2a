import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { sendRefunds } from '@/lib/payment/provider'
import {
  ApproveInput,
  CmsAfterSale,
  CmsAfterSaleCount,
  CmsAfterSalePage,
  CmsAfterSaleQuery,
  type caseActions,
  DecideInput,
  LoggedAfterSale,
  ParcelInput,
  ReceiveInput,
  RejectInput,
} from './cms-schema'
import { approveCase, decideDispute, lockCase, receiveGoods, refuseGoods, rejectCase, returnGoodsFor } from './commands'
import * as example from './example'
import { countCases, listCmsCases, readCmsCase } from './queries'
import { staffActionsOf } from './status'

export const listCmsAfterSales = endpoint({
  method: 'GET',
  path: '/cms/after_sale',
  summary: 'List return requests',
  description: 'Newest first.',
  access: permission('cms.after_sale.list'),
  query: CmsAfterSaleQuery,
  output: CmsAfterSalePage,
  example: { query: { tab: 'requested' }, output: example.cmsPage },
  handle: listCmsCases,
})

export const countCmsAfterSales = endpoint({
  method: 'GET',
  path: '/cms/after_sale/count',
  summary: 'Count the return requests of each status',
  description: 'Each is counted up to 1000.',
  access: permission('cms.after_sale.list'),
  output: CmsAfterSaleCount,
  example: { output: example.count },
  handle: ({ db }) => countCases(db),
})

export const getCmsAfterSale = endpoint({
  method: 'GET',
  path: '/cms/after_sale/{id}',
  summary: 'Get a return request',
  description: 'With its pieces, pictures and log, what the caller may do, and the version that a decision sends back.',
  access: permission('cms.after_sale.list'),
  params: idParams,
  output: CmsAfterSale,
  example: { params: { id: '5' }, output: example.cmsRequested },
  handle: async ({ db, params, ...seen }) => asSeenBy(seen, await readCmsCase(db, params.id)),
})

export const approveAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/approve',
  summary: 'Approve a return request',
  description:
    'Of money alone, the pieces are refunded at once, and those that were not shipped return to stock. Goods are to be sent back first, to return_to.',
  access: permission('cms.after_sale.decide'),
  params: idParams,
  body: ApproveInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached'],
  example: { params: { id: '5' }, body: example.approval, output: example.cmsReturning },
  handle: (context) => {
    const { db, params, body, caller, settings } = context
    return audited(context, () => approveCase(db, params.id, body, caller, settings))
  },
})

export const rejectAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/reject',
  summary: 'Reject a return request',
  description:
    'The customer reads why, and can dispute it once within seven days. So can one be ended whose goods are to be sent back and do not come.',
  access: permission('cms.after_sale.decide'),
  params: idParams,
  body: RejectInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '5' }, body: example.rejection, output: example.cmsRejected },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, async () => {
      await rejectCase(db, params.id, body, caller)
      return undefined
    })
  },
})

export const returnCmsAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/return',
  summary: 'Enter the parcel of a return request',
  description:
    'How the customer says that the goods were sent back, who can do the same. Until the goods are received, another call corrects it.',
  access: permission('cms.after_sale.receive'),
  verb: 'return',
  params: idParams,
  body: ParcelInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '5' }, body: example.cmsParcel, output: example.cmsReturned },
  handle: (context) => {
    const { db, params, body, caller, settings } = context
    return audited(context, async () => {
      await returnGoodsFor(db, params.id, body, caller, settings)
      return undefined
    })
  },
})

export const receiveAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/receive',
  summary: 'Accept the goods of a return request',
  description:
    'The pieces are refunded, and those in restock return to stock when the refund succeeds. Goods that were handed over in person are accepted without a parcel.',
  access: permission('cms.after_sale.receive'),
  params: idParams,
  body: ReceiveInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached'],
  example: { params: { id: '5' }, body: example.receipt, output: example.cmsRefunding },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => receiveGoods(db, params.id, body, caller))
  },
})

export const refuseAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/refuse',
  summary: 'Refuse the goods of a return request',
  description: 'The goods that arrived are not accepted: the request is disputed until it is decided.',
  access: permission('cms.after_sale.receive'),
  params: idParams,
  body: RejectInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '5' }, body: example.rejection, output: example.cmsDisputed },
  handle: (context) => {
    const { db, params, body, caller, settings } = context
    return audited(context, async () => {
      await refuseGoods(db, params.id, body, caller, settings)
      return undefined
    })
  },
})

export const decideAfterSale = endpoint({
  method: 'POST',
  path: '/cms/after_sale/{id}/decide',
  summary: 'Decide a disputed return request',
  description: 'For the customer, the pieces are refunded; against them, the rejection is upheld.',
  access: permission('cms.after_sale.arbitrate'),
  params: idParams,
  body: DecideInput,
  output: CmsAfterSale,
  shown_to: 'cms.after_sale.list',
  problems: ['stale_version', 'order_state', 'after_sale_open', 'limit_reached'],
  example: { params: { id: '5' }, body: example.decision, output: example.cmsRefunding },
  handle: (context) => {
    const { db, params, body, caller } = context
    return audited(context, () => decideDispute(db, params.id, body, caller))
  },
})

const codeOf = {
  approve: 'cms.after_sale.decide',
  reject: 'cms.after_sale.decide',
  return: 'cms.after_sale.receive',
  receive: 'cms.after_sale.receive',
  refuse: 'cms.after_sale.receive',
  decide: 'cms.after_sale.arbitrate',
} as const satisfies Record<(typeof caseActions)[number], string>

const asSeenBy = (
  { caller, settings }: Pick<Change, 'caller' | 'settings'>,
  read: Awaited<ReturnType<typeof readCmsCase>>,
) => ({
  ...read,
  usual_return_to: settings['after_sale.return_address'],
  actions: staffActionsOf(read).filter((action) => holds(caller, codeOf[action])),
})

interface Change {
  db: Database
  params: { id: number }
  caller: Caller
  settings: Settings
  recorder: Recorder
}

/** Requests the refunds of the payment whose number `change` returns, after the commit. */
async function audited({ db, params: { id }, recorder, ...seen }: Change, change: () => Promise<string | undefined>) {
  await lockCase(db, id)
  const before = await readCmsCase(db, id)
  const payment_no = await change()
  if (payment_no) recorder.afterCommit(() => sendRefunds(payment_no))
  const after = await readCmsCase(db, id)
  recorder.audit({ target: ['after_sale', id], as: LoggedAfterSale, before, after, name: after.no })
  return asSeenBy(seen, after)
}
