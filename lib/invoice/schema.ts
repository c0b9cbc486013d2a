import { z } from 'zod'
import { invoiceContents, invoiceKinds, invoiceStatuses } from '@/db/enums'
import { fileUrl, id, moment, money, pathId, privateCode, trimmedLine } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, cursorQuery } from '@/lib/kit/api/endpoint/page'
import { isTaxNo, isTaxNoConsistent } from './tax-no'

const kind = z.enum(invoiceKinds).meta({ description: 'Who it is issued to: a person, or a company with a tax number' })

const taxNo = privateCode(1, 40)
  .refine(isTaxNo, {
    error: 'A tax number has 15, 17, 18 or 20 letters and digits.',
    params: { code: 'invalid_format', format: 'tax_no' },
    abort: true,
  })
  .refine(isTaxNoConsistent, {
    error: 'The last character does not fit the others: check the number.',
    params: { code: 'check_digit' },
  })

const email = trimmedLine(1, 254).toLowerCase().check(z.email('This is not a valid e-mail address.'))

const buyer = {
  kind,
  title: trimmedLine(1, 100).meta({ description: 'The name of the person or the company' }),
  tax_no: taxNo.optional().meta({
    description:
      'Of a company, which needs it. The last of 18 characters is checked as GB 32100 says, or as for the number of an ID card',
  }),
  email: email.optional().meta({ description: 'Where the shop may send it' }),
  phone: trimmedLine(1, 40).optional(),
  bank: trimmedLine(1, 100).optional(),
  bank_account: trimmedLine(1, 40).optional(),
  address: trimmedLine(1, 200).optional(),
}

export const InvoiceChanges = z
  .strictObject(buyer)
  .refine(({ kind: of, tax_no }) => of !== 'company' || tax_no !== undefined, {
    path: ['tax_no'],
    error: 'A company has a tax number.',
    params: { code: 'required' },
  })
  .refine(({ kind: of, tax_no }) => of !== 'personal' || tax_no === undefined, {
    path: ['tax_no'],
    error: 'A person has no tax number here.',
    params: { code: 'not_allowed' },
  })

export const InvoiceInput = InvoiceChanges.safeExtend({ order_id: id })

const text = z.string().nullable()

/** For customers and staff. */
export const invoiceFields = {
  id,
  order_id: id,
  order_no: z.string(),
  status: z.enum(invoiceStatuses).meta({
    description:
      'requested → issued → to_replace, after a refund → replaced; or refused. Of replaced, another invoice took its place, or everything was refunded',
  }),
  kind,
  title: z.string(),
  tax_no: text.meta({ description: 'null: of a person' }),
  email: text,
  phone: text,
  bank: text,
  bank_account: text,
  address: text,
  lines_by: z.enum(invoiceContents).meta({
    description: 'Its lines: the goods as they were ordered, or one line per category',
  }),
  amount: money.meta({
    description: 'In fen. Before it is issued, what the customer keeps paid at present, which a refund reduces',
  }),
  number: text.meta({ description: 'null: it is not issued' }),
  issued_at: moment.nullable(),
  reason: z.string().meta({ description: 'Why it was refused, else empty' }),
  file_url: fileUrl.nullable().meta({ description: 'The invoice as PDF or OFD, for an hour; null: none' }),
  created_at: moment,
}

export const Invoice = z.object(invoiceFields).meta({ id: 'Invoice' })
export const InvoicePage = cursorPageOf(Invoice)
export const InvoiceQuery = z.object({ ...cursorQuery, order_id: pathId.optional() })
