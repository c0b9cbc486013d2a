import { z } from 'zod'
import { invoiceKinds, invoiceStatuses } from '@/db/enums'
import {
  code,
  id,
  moment,
  momentInput,
  money,
  paragraphs,
  pathId,
  personalLine,
  version,
} from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { cursorPageOf, exportQuery, wordsQuery } from '@/lib/kit/api/endpoint/page'
import { customer } from '@/lib/kit/people/schema'
import { invoiceFields } from './schema'

const row = {
  ...invoiceFields,
  customer,
  kept_amount: money.meta({
    description: 'What the customer keeps paid at present, in fen: the amount of the next invoice; 0: nothing is left',
  }),
  replaces_id: id.nullable().meta({ description: 'The invoice whose place it took' }),
  file_id: id.nullable().meta({ description: 'Its file, with the address file_url; null: none' }),
  updated_at: moment,
  version: z.int(),
}

const CmsInvoiceRow = z.object(row).meta({ id: 'CmsInvoiceRow' })

export const CmsInvoice = z
  .object({
    ...row,
    lines: z.array(z.object({ name: z.string(), spec_text: z.string(), count: z.int().min(0), amount: money })).meta({
      description:
        'What the customer keeps of the order, by lines_by as goods or as categories; the last one, without a name, is the shipping fee',
    }),
  })
  .meta({ id: 'CmsInvoice' })

export const CmsInvoicePage = cursorPageOf(CmsInvoiceRow)

export const CmsInvoiceQuery = z.object({
  ...exportQuery,
  ...wordsQuery,
  status: z.enum(invoiceStatuses).optional(),
  kind: z.enum(invoiceKinds).optional(),
  q: personalLine(1, 100).optional().meta({
    description:
      'The beginning of the title, the whole number or tax number, or what finds its order: see GET /cms/order',
  }),
  order_id: pathId.optional(),
  from: momentInput.optional(),
  to: momentInput.optional(),
})

const counted = z.int().meta({ description: 'At most 1000' })
export const CmsInvoiceCount = z
  .object({ requested: counted, issued: counted, to_replace: counted, refused: counted, replaced: counted })
  .meta({ id: 'CmsInvoiceCount' })

export const maxInvoiceSize = 2 * 1024 * 1024

export const InvoiceFile = z.object({ id, name: z.string() }).meta({ id: 'InvoiceFile' })

/** 20 digits for an electronic invoice, or code and number together for an older one. */
export const InvoiceNumber = inFormat(code(8, 32), 'invoice_no')

const file_id = id.optional().meta({ description: 'A file of POST /cms/invoice/file that is not in use yet' })

export const IssueInput = z.strictObject({
  number: InvoiceNumber.meta({ description: 'The number that the tax office gave: 8 to 32 digits' }),
  amount: money.min(1).meta({ description: 'What was invoiced, in fen: it must be what the customer keeps paid' }),
  file_id,
  version,
})

export const CorrectIssuedInput = z.strictObject({
  number: InvoiceNumber.meta({ description: 'The number that stands on the invoice' }),
  file_id: file_id.meta({
    description: 'A file of POST /cms/invoice/file that is not in use yet; without it, the present one is kept',
  }),
  version,
})

export const RefuseInput = z.strictObject({
  reason: paragraphs(1, 200).meta({ description: 'Why; the customer reads it' }),
  version,
})

export const ReplaceInput = z
  .strictObject({
    number: InvoiceNumber.optional().meta({
      description: 'The number of the invoice about the rest; without it, nothing is left to invoice',
    }),
    amount: money.min(1).optional().meta({ description: 'What it is about, in fen; required with number' }),
    file_id,
    version,
  })
  .refine(({ number, amount }) => number === undefined || amount !== undefined, {
    path: ['amount'],
    error: 'Say what the new invoice is about.',
    params: { code: 'required' },
  })
  .refine(({ number, amount, file_id: file }) => number !== undefined || (amount === undefined && file === undefined), {
    path: ['number'],
    error: 'A new invoice has a number.',
    params: { code: 'required' },
  })

/** Without the buyer's data. */
export const LoggedInvoice = z.object({
  status: z.enum(invoiceStatuses),
  number: z.string().nullable(),
  amount: money,
  file_id: id.nullable(),
  reason: z.string(),
})
