/** A line per invoice. */
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

/** Message keys, and the dictionary of the status. */
export const invoiceWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'invoice_status' },
  values: { kind: 'invoiceKind', lines_by: 'invoiceContent' },
} as const

/** Before an import is applied. */
export type ShownColumn = 'order_no' | 'title' | 'amount_yuan' | 'invoice_no'
