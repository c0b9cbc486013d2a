import { customer, endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { requestInvoice } from './commands'
import * as example from './example'
import { listInvoices, readInvoice } from './queries'
import { Invoice, InvoiceInput, InvoicePage, InvoiceQuery } from './schema'

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
