import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { disputeCase, returnGoods, withdrawCase } from './commands'
import * as example from './example'
import { listCases, readCase } from './queries'
import { openCase, previewCase } from './request'
import {
  AfterSale,
  AfterSaleInput,
  AfterSalePage,
  AfterSalePreview,
  AfterSalePreviewInput,
  AfterSaleQuery,
  DisputeInput,
  ReturnInput,
} from './schema'

export const requestAfterSale = endpoint({
  method: 'POST',
  path: '/v1/after_sale',
  summary: 'Ask for money back',
  description:
    'For pieces of an order that was paid; some days after it was completed it is too late. The money is computed from what was paid; the shipping fee is part of it only when nothing is shipped and the request takes all that is left. While a request is open, its lines are not shipped and cannot be in another.',
  access: customer,
  body: AfterSaleInput,
  output: AfterSale,
  status: 201,
  location: (opened) => `/v1/after_sale/${opened.id}`,
  problems: ['order_state', 'after_sale_open'],
  example: { body: example.input, output: example.requested },
  async handle({ db, body, caller, settings }) {
    const id = await openCase(db, caller.user_id, body, settings)
    return readCase(db, caller.user_id, id)
  },
})

export const previewAfterSale = endpoint({
  method: 'POST',
  path: '/v1/after_sale/preview',
  summary: 'Preview a return request',
  description:
    'What a return request about these items would ask for, by the same checks and sums. Writes nothing. Show requested_amount before the customer sends the request.',
  access: customer,
  body: AfterSalePreviewInput,
  output: AfterSalePreview,
  transaction: 'manual',
  problems: ['order_state', 'after_sale_open'],
  example: { body: example.previewInput, output: example.preview },
  handle: ({ db, caller, body }) => previewCase(db, caller.user_id, body),
})

export const listAfterSales = endpoint({
  method: 'GET',
  path: '/v1/after_sale',
  summary: 'My return requests',
  description: 'Newest first. For deep pages, pass next_cursor of the previous page as cursor.',
  access: customer,
  query: AfterSaleQuery,
  output: AfterSalePage,
  example: { query: { order_id: '9' }, output: example.page },
  handle: ({ db, caller, query }) => listCases(db, caller.user_id, query),
})

export const getAfterSale = endpoint({
  method: 'GET',
  path: '/v1/after_sale/{id}',
  summary: 'One of my return requests',
  description: 'With what happened to it. That of someone else is answered as one that does not exist.',
  access: customer,
  params: idParams,
  output: AfterSale,
  owned: 'after_sale',
  example: { params: { id: '5' }, output: example.requested },
  handle: ({ db, caller, params }) => readCase(db, caller.user_id, params.id),
})

export const returnAfterSale = endpoint({
  method: 'POST',
  path: '/v1/after_sale/{id}/return',
  summary: 'Say how the goods were sent back',
  description:
    'Possible once the shop has approved that goods are sent back, to the address in return_to. Until it has received them, another call corrects the parcel; log then has a return from returned to returned.',
  access: customer,
  params: idParams,
  body: ReturnInput,
  output: AfterSale,
  owned: 'returning_case',
  problems: ['order_state'],
  example: { params: { id: '5' }, body: example.parcel, output: example.returned },
  async handle({ db, caller, params, body, settings }) {
    await returnGoods(db, caller.user_id, params.id, body, settings)
    return readCase(db, caller.user_id, params.id)
  },
})

export const withdrawAfterSale = endpoint({
  method: 'POST',
  path: '/v1/after_sale/{id}/withdraw',
  summary: 'Withdraw a return request',
  description:
    'Possible until it is decided, and while the goods are not sent back. Another request can be made afterwards.',
  access: customer,
  params: idParams,
  output: AfterSale,
  owned: 'after_sale',
  problems: ['order_state'],
  example: { params: { id: '5' }, output: example.withdrawn },
  async handle({ db, caller, params }) {
    await withdrawCase(db, caller.user_id, params.id)
    return readCase(db, caller.user_id, params.id)
  },
})

export const disputeAfterSale = endpoint({
  method: 'POST',
  path: '/v1/after_sale/{id}/dispute',
  summary: 'Dispute a rejection',
  description: 'Once, and within seven days of it. What is decided then is final.',
  access: customer,
  params: idParams,
  body: DisputeInput,
  output: AfterSale,
  owned: 'rejected_case',
  problems: ['order_state', 'after_sale_open'],
  example: { params: { id: '5' }, body: example.dispute, output: example.disputed },
  async handle({ db, caller, params, body, settings }) {
    await disputeCase(db, caller.user_id, params.id, body, settings)
    return readCase(db, caller.user_id, params.id)
  },
})
