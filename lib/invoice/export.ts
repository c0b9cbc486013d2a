import { inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { invoice } from '@/db/schema/invoice'
import { Yuan } from '@/lib/kit/api/csv/yuan'
import type { Database } from '@/lib/kit/database'
import { nameOfCustomer } from '@/lib/kit/people/name'
import type { CmsInvoiceQuery } from './cms-schema'
import { type InvoiceCell, invoiceColumns } from './columns'
import { lines, listCmsInvoices } from './queries'

const invoicesPerBatch = 500

type Row = Awaited<ReturnType<typeof listCmsInvoices>>['items'][number]
type Cell = string | number | Yuan | Date | string[] | null

/** `next` reads the next batch, in the sequence of the list. */
export function invoiceFile(query: z.output<typeof CmsInvoiceQuery>) {
  return {
    columns: [...invoiceColumns],
    async next(db: Database, cursor: number | undefined) {
      const page = await listCmsInvoices({ db, query: { ...query, page: 1, size: invoicesPerBatch, cursor } })
      const ids = page.items.map(({ id }) => id)
      const goods = new Map(
        (await db.select({ id: invoice.id, lines }).from(invoice).where(inArray(invoice.id, ids))).map((row) => [
          row.id,
          row.lines,
        ]),
      )
      return {
        items: page.items.map((row) => cellsOf(row, goods.get(row.id) ?? [], query.labels)),
        next_cursor: page.next_cursor,
      }
    },
  }
}

type Lines = Awaited<(typeof lines)['_']['type']>

function cellsOf(row: Row, goods: Lines, labels: z.output<typeof CmsInvoiceQuery>['labels']): Cell[] {
  const cells: Record<InvoiceCell, Cell> = {
    invoice_id: row.id,
    order_no: row.order_no,
    status: row.status,
    kind: row.kind,
    title: row.title,
    tax_no: row.tax_no,
    amount_yuan: new Yuan(row.amount),
    lines_by: row.lines_by,
    goods: goods
      .filter(({ name }) => name !== '')
      .map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter((part) => part !== '').join(' ')),
    invoice_no: row.number,
    issued_at: row.issued_at,
    email: row.email,
    phone: row.phone,
    buyer_address: row.address,
    bank: row.bank,
    bank_account: row.bank_account,
    customer: nameOfCustomer(row.customer, labels),
    requested_at: row.created_at,
    reason: row.reason,
  }
  return invoiceColumns.map((column) => cells[column])
}
