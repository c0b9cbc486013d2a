/*
 * The columns of invoices in a spreadsheet.
 */

/** The columns of an export with a line per invoice. */
export const invoiceColumns = [
  'invoice_id',
  'order_no',
  'status',
  'kind',
  'title',
  'tax_no',
  'amount_yuan',
  'lines_by',
  'goods',
  'invoice_no',
  'issued_at',
  'email',
  'phone',
  'buyer_address',
  'bank',
  'bank_account',
  'customer',
  'requested_at',
  'reason',
] as const

export type InvoiceCell = (typeof invoiceColumns)[number]

/** The sources of the column headers and value labels of an export: message keys, and the dictionary of the status. */
export const invoiceWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'invoice_status' },
  values: { kind: 'invoiceKind', lines_by: 'invoiceContent' },
} as const

/** The columns that staff check before they apply an import. */
export type ShownColumn = 'order_no' | 'title' | 'amount_yuan' | 'invoice_no'
