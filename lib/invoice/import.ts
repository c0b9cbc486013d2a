import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { import_row } from '@/db/schema/import'
import { invoice } from '@/db/schema/invoice'
import { order } from '@/db/schema/order'
import { codeOf } from '@/lib/kit/api/endpoint/code'
import { money } from '@/lib/kit/api/endpoint/fields'
import type { Database } from '@/lib/kit/database'
import { type Read, readNumber, readWhole, readYuan } from '@/lib/kit/import/cells'
import { type AnalyzedLine, type ImportKind, type SheetLine, toldAtLines } from '@/lib/kit/import/kind'
import { fenOf, yuanOf } from '@/lib/kit/money'
import { keptAmount, openInvoiceStatuses } from '@/lib/order/invoiced'
import { auditedChange } from './audited'
import { InvoiceNumber } from './cms-schema'
import { type InvoiceCell, invoiceColumns, invoiceWords } from './columns'
import { issueInvoice } from './commands'

/** A line per invoice, with the number of the issued invoice. Lines without a number do nothing. */
export const invoiceImport: ImportKind = {
  name: 'invoice',
  columns: invoiceColumns,
  keys: ['invoice_id', 'order_no'],
  other_columns: 'ignored',
  dates: ['issued_at', 'requested_at'],
  guarded: {},
  words: invoiceWords,
  record: sql`${import_row.target} ->> 'invoice_id'`,
  async analyze(db, lines) {
    const known = await readKnown(db, lines)
    const seen = new Set<string>()
    return lines.map((line) => analyzed(line, known, seen))
  },
  async apply(db, rows, { caller, recorder }) {
    for (const { line, target, changes, result } of rows) {
      const { invoice_id, version } = target
      const [number, amount] = [changes.invoice_no?.[1], fenOf(changes.amount_yuan?.[1] ?? '')]
      if (result === 'unchanged') continue
      if (invoice_id === undefined || !number || amount === undefined)
        throw new Error('a line without an invoice was to be applied')
      await toldAtLines(
        () =>
          auditedChange({ db, params: { id: invoice_id }, recorder }, () =>
            issueInvoice(db, invoice_id, { number, amount, ...(version !== undefined && { version }) }, caller),
          ),
        ({ code, extras }) => {
          const fault = extras.invalid_params?.[0]
          const column: InvoiceCell = fault?.name === 'amount' ? 'amount_yuan' : 'invoice_no'
          return new Map([[line, [{ column, code: fault?.code ?? code, value: changes[column]?.[1] ?? null }]]])
        },
      )
    }
  },
}

interface Known {
  id: number
  order_no: string
  status: (typeof invoice.$inferSelect)['status']
  title: string
  tax_no: string | null
  version: number
  number: string | null
  kept: number
}

interface Found {
  byId: Map<number, Known>
  /** Requested or in force, by order number. */
  byOrder: Map<string, Known>
  /** Numbers in the file that stored invoices already have. */
  taken: ReadonlySet<string>
}

/** Two statements. */
async function readKnown(db: Database, lines: SheetLine[]): Promise<Found> {
  const codesOf = (column: InvoiceCell) => [
    ...new Set(lines.flatMap(({ cells }) => codeOf(cells.get(column) ?? '') || [])),
  ]
  const ids = lines.flatMap(({ cells }) => {
    const read = readWhole(cells.get('invoice_id') ?? '', idShape)
    return 'value' in read ? [read.value] : []
  })
  const rows = await db
    .select({
      id: invoice.id,
      order_no: order.order_no,
      status: invoice.status,
      title: invoice.title,
      tax_no: invoice.tax_no,
      version: invoice.version,
      number: invoice.number,
      paid_amount: order.paid_amount,
      promised_amount: order.promised_amount,
    })
    .from(invoice)
    .innerJoin(order, eq(order.id, invoice.order_id))
    .where(
      or(
        inArray(invoice.id, ids),
        and(inArray(order.order_no, codesOf('order_no')), inArray(invoice.status, [...openInvoiceStatuses])),
      ),
    )
  const known = rows.map((row) => ({ ...row, kept: keptAmount(row) }))
  const numbers = await db
    .select({ number: invoice.number })
    .from(invoice)
    .where(inArray(invoice.number, codesOf('invoice_no')))
  const open: readonly string[] = openInvoiceStatuses
  return {
    byId: new Map(known.map((row) => [row.id, row])),
    byOrder: new Map(known.filter(({ status }) => open.includes(status)).map((row) => [row.order_no, row])),
    taken: new Set(numbers.flatMap(({ number }) => number ?? [])),
  }
}

const idShape = z.int().min(1).max(2_147_483_647)

/** `seen`: invoices and numbers of the lines above without errors, which a line may not repeat. */
function analyzed(sheet: SheetLine, { byId, byOrder, taken }: Found, seen: Set<string>): AnalyzedLine {
  const { line, cells, texts } = sheet
  const errors = [...sheet.errors]
  const text = (column: InvoiceCell) => cells.get(column) ?? ''
  const fail = (column: InvoiceCell, code: string) =>
    void errors.push({ column, code, value: text(column).slice(0, 200) || null })
  const read = <Value>(column: InvoiceCell, result: Read<Value>) =>
    'value' in result ? result.value : fail(column, result.code)
  const plan = (
    result: AnalyzedLine['result'],
    found?: Known,
    changes: AnalyzedLine['changes'] = {},
  ): AnalyzedLine => ({
    line,
    record_line: line,
    changes,
    errors,
    result: errors.length > 0 ? 'error' : result,
    target: found ? { invoice_id: found.id, version: found.version } : {},
  })
  if (text('invoice_no') === '') return plan('unchanged')
  const number = read('invoice_no', readNumber(text('invoice_no'), InvoiceNumber, texts.has('invoice_no')))
  const key: InvoiceCell = text('invoice_id') === '' ? 'order_no' : 'invoice_id'
  if (text(key) === '') fail('order_no', 'required')
  const found = key === 'order_no' ? byOrder.get(codeOf(text(key))) : byId.get(Number(text(key)))
  if (!found && text(key) !== '') fail(key, 'not_found')
  // The invoice of another order: the lines were shifted against each other.
  if (found && text('order_no') !== '' && found.order_no !== codeOf(text('order_no'))) fail('order_no', 'ambiguous')
  if (!found || number === undefined || errors.length > 0) return plan('error', found)
  if (found.number === number) return plan('unchanged', found)
  if (found.status !== 'requested') fail('invoice_no', 'order_state')
  else if (found.kept === 0) fail(key, 'order_state')
  // The customer has corrected the request since the file was made.
  if (text('title') !== '' && text('title') !== found.title) fail('title', 'stale_version')
  if (text('tax_no') !== '' && codeOf(text('tax_no')) !== found.tax_no) fail('tax_no', 'stale_version')
  if (taken.has(number)) fail('invoice_no', 'already_exists')
  const amount = text('amount_yuan') === '' ? found.kept : read('amount_yuan', readYuan(text('amount_yuan'), money))
  if (amount !== undefined && amount !== found.kept) fail('amount_yuan', 'out_of_range')
  const names = [
    [key, `invoice ${found.id}`],
    ['invoice_no', `number ${number}`],
  ] as const
  for (const [column, name] of names) if (seen.has(name)) fail(column, 'duplicate')
  if (errors.length === 0) for (const [, name] of names) seen.add(name)
  return plan('update', found, {
    order_no: [null, found.order_no],
    title: [null, found.title],
    amount_yuan: [null, yuanOf(found.kept)],
    invoice_no: [null, number],
  })
}
