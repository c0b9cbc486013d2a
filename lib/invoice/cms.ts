import { quotaOf } from '@/lib/file/limits'
import { ownPicture } from '@/lib/file/pictures'
import { shownFileName, storeFile } from '@/lib/file/store'
import { invoiceTypes } from '@/lib/file/types'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { multipart } from '@/lib/kit/api/run/body'
import { historyOf } from '@/lib/oper_log/history'
import { auditedChange } from './audited'
import {
  CmsInvoice,
  CmsInvoiceCount,
  CmsInvoicePage,
  CmsInvoiceQuery,
  CorrectIssuedInput,
  InvoiceFile,
  IssueInput,
  maxInvoiceSize,
  RefuseInput,
  ReplaceInput,
} from './cms-schema'
import { invoiceWords } from './columns'
import { correctInvoice, issueInvoice, refuseInvoice, replaceInvoice } from './commands'
import * as example from './example'
import { invoiceFile } from './export'
import { countInvoices, listCmsInvoices, readCmsInvoice } from './queries'

export const listCmsInvoiceRequests = endpoint({
  method: 'GET',
  path: '/cms/invoice',
  summary: 'List invoices',
  description: 'Newest first.',
  access: permission('cms.invoice.list'),
  query: CmsInvoiceQuery,
  output: CmsInvoicePage,
  csv: {
    name: 'invoices',
    permission: 'cms.invoice.export',
    description:
      'With format=csv, format=xlsx or Accept: text/csv: a line per invoice with what stands on it. The column invoice_no of those to issue is empty: filled in, the file can be imported.',
    words: invoiceWords,
    open: async ({ query }) => invoiceFile(query),
  },
  example: { query: { status: 'requested' }, output: example.cmsPage },
  handle: listCmsInvoices,
})

export const countCmsInvoices = endpoint({
  method: 'GET',
  path: '/cms/invoice/count',
  summary: 'Count the invoices of each status',
  description: 'Each is counted up to 1000.',
  access: permission('cms.invoice.list'),
  output: CmsInvoiceCount,
  example: { output: example.count },
  handle: ({ db }) => countInvoices(db),
})

export const getCmsInvoice = endpoint({
  method: 'GET',
  path: '/cms/invoice/{id}',
  summary: 'Get an invoice',
  description: 'With its lines, and the version that a decision sends back.',
  access: permission('cms.invoice.list'),
  params: idParams,
  output: CmsInvoice,
  example: { params: { id: '6' }, output: example.cmsRequested },
  handle: ({ db, params }) => readCmsInvoice(db, params.id),
})

export const listInvoiceHistory = historyOf('invoice', 'an invoice', 'cms.invoice.list')

export const uploadInvoiceFile = endpoint({
  method: 'POST',
  path: '/cms/invoice/file',
  summary: 'Upload the file of an invoice',
  description:
    'PDF or OFD, at most 2 MiB. Only the customer of the invoice and staff get its address. A file that is not used within a day is removed.',
  access: permission('cms.invoice.issue'),
  verb: 'upload',
  body: multipart({ file: { limit: maxInvoiceSize, description: 'PDF or OFD' }, fields: {} }),
  output: InvoiceFile,
  status: 201,
  problems: ['quota_exceeded', 'storage_full', 'provider_error'],
  example: { body: {}, output: example.file },
  prepare: ({ body, settings }) =>
    storeFile(body.file, { allowed: invoiceTypes, quota: quotaOf(settings), isPrivate: true }),
  async handle({ db, body, prepared, caller, recorder }) {
    const { id } = await ownPicture(db, prepared, caller.user_id)
    const after = { id, name: shownFileName(body.file, prepared.mime) }
    recorder.audit({ target: ['invoice', null], as: InvoiceFile, after })
    return after
  },
})

export const issueCmsInvoice = endpoint({
  method: 'POST',
  path: '/cms/invoice/{id}/issue',
  summary: 'Record that an invoice was issued',
  description:
    'With the number that the tax office gave, and the file that the customer downloads. The amount must be what the customer keeps paid; a refund afterwards makes the invoice to_replace.',
  access: permission('cms.invoice.issue'),
  verb: 'issue',
  params: idParams,
  body: IssueInput,
  output: CmsInvoice,
  shown_to: 'cms.invoice.list',
  problems: ['stale_version', 'order_state', 'already_exists'],
  example: { params: { id: '6' }, body: example.issuing, output: example.cmsIssued },
  handle: (context) => {
    const { db, params, body, caller } = context
    return auditedChange(context, () => issueInvoice(db, params.id, body, caller))
  },
})

export const correctCmsInvoice = endpoint({
  method: 'POST',
  path: '/cms/invoice/{id}/correct',
  summary: 'Correct the number or the file of an invoice',
  description:
    'Of one that is issued or to replace: for a number that was entered wrongly, or a file that comes later. The former file is removed.',
  access: permission('cms.invoice.issue'),
  verb: 'update',
  params: idParams,
  body: CorrectIssuedInput,
  output: CmsInvoice,
  shown_to: 'cms.invoice.list',
  problems: ['stale_version', 'order_state', 'already_exists'],
  example: { params: { id: '6' }, body: example.correction, output: example.cmsCorrected },
  handle: (context) => {
    const { db, params, body, caller } = context
    return auditedChange(context, () => correctInvoice(db, params.id, body, caller))
  },
})

export const refuseCmsInvoice = endpoint({
  method: 'POST',
  path: '/cms/invoice/{id}/refuse',
  summary: 'Refuse to issue an invoice',
  description: 'The customer reads why, and can ask again.',
  access: permission('cms.invoice.issue'),
  verb: 'reject',
  params: idParams,
  body: RefuseInput,
  output: CmsInvoice,
  shown_to: 'cms.invoice.list',
  problems: ['stale_version', 'order_state'],
  example: { params: { id: '6' }, body: example.refusal, output: example.cmsRefused },
  handle: (context) => {
    const { db, params, body, caller } = context
    return auditedChange(context, () => refuseInvoice(db, params.id, body, caller))
  },
})

export const replaceCmsInvoice = endpoint({
  method: 'POST',
  path: '/cms/invoice/{id}/replace',
  summary: 'Record that an invoice was replaced',
  description:
    'After a refund, an issued invoice is canceled by a red-letter invoice (红字发票), and another is issued about what the customer keeps paid. Without number: nothing is left to invoice. Returns the invoice in force, which is a new one with number.',
  access: permission('cms.invoice.issue'),
  verb: 'replace',
  params: idParams,
  body: ReplaceInput,
  output: CmsInvoice,
  shown_to: 'cms.invoice.list',
  problems: ['stale_version', 'order_state', 'already_exists'],
  example: { params: { id: '6' }, body: example.replacement, output: example.cmsIssued },
  handle: async (context) => {
    const { db, params, body, caller } = context
    let replacing: number | undefined
    const replaced = await auditedChange(context, async () => {
      replacing = await replaceInvoice(db, params.id, body, caller)
    })
    return replacing === undefined ? replaced : readCmsInvoice(db, replacing)
  },
})
