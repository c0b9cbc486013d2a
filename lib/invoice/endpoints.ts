import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { changeRequest, requestInvoice, withdrawRequest } from './commands'
import * as example from './example'
import { listInvoices, readInvoice } from './queries'
import { Invoice, InvoiceChanges, InvoiceInput, InvoicePage, InvoiceQuery } from './schema'

export const createInvoice = endpoint({
  method: 'POST',
  path: '/v1/invoice',
  summary: 'Ask for an invoice',
  description:
    'For an order whose actions contain invoice. Takes what wx.chooseInvoiceTitle returns: type 0 is a company, taxNumber is tax_no, companyAddress is address, telephone is phone, bankName is bank, and bankAccount is bank_account. Staff issue it and add its number and file.',
  access: customer,
  body: InvoiceInput,
  output: Invoice,
  status: 201,
  location: ({ id }) => `/v1/invoice/${id}`,
  problems: ['order_state', 'already_exists'],
  example: { body: example.input, output: example.requested },
  async handle({ db, body, caller, settings }) {
    const id = await requestInvoice(db, caller.user_id, body, settings)
    return readInvoice(db, caller.user_id, id)
  },
})

export const listOwnInvoices = endpoint({
  method: 'GET',
  path: '/v1/invoice',
  summary: 'My invoices',
  description:
    'Newest first. The first one has the title that the customer used last: offer it again. For deep pages, pass next_cursor of the previous page as cursor.',
  access: customer,
  query: InvoiceQuery,
  output: InvoicePage,
  example: { query: { order_id: '9' }, output: example.page },
  handle: ({ db, caller, query }) => listInvoices(db, caller.user_id, query),
})

export const getInvoice = endpoint({
  method: 'GET',
  path: '/v1/invoice/{id}',
  summary: 'One of my invoices',
  description: 'That of someone else is answered as one that does not exist.',
  access: customer,
  params: idParams,
  output: Invoice,
  owned: 'invoice',
  example: { params: { id: '6' }, output: example.issued },
  handle: ({ db, caller, params }) => readInvoice(db, caller.user_id, params.id),
})

export const updateInvoice = endpoint({
  method: 'PUT',
  path: '/v1/invoice/{id}',
  summary: 'Correct my request for an invoice',
  description:
    'Replaces the title and everything else that was given with it. Possible while the status is requested: once the shop has issued or refused it, the response is 409 invoice_decided.',
  access: customer,
  params: idParams,
  body: InvoiceChanges,
  output: Invoice,
  owned: 'invoice',
  problems: ['invoice_decided'],
  example: { params: { id: '6' }, body: example.changes, output: example.corrected },
  async handle({ db, body, caller, params }) {
    await changeRequest(db, caller.user_id, params.id, body)
    return readInvoice(db, caller.user_id, params.id)
  },
})

export const deleteInvoice = endpoint({
  method: 'DELETE',
  path: '/v1/invoice/{id}',
  summary: 'Take back my request for an invoice',
  description:
    'Possible while the status is requested, as for PUT. The invoice can be asked for again while the actions of its order contain invoice.',
  access: customer,
  params: idParams,
  owned: 'invoice',
  problems: ['invoice_decided'],
  example: { params: { id: '6' } },
  handle: ({ db, caller, params }) => withdrawRequest(db, caller.user_id, params.id),
})
