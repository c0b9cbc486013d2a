import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { invoice } from '@/db/schema/invoice'
import { order } from '@/db/schema/order'
import { databaseNow } from '@/lib/after_sale/status'
import { giveFile, releaseFile } from '@/lib/file/pictures'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, getRow, insertRow, lockRow, refuseStale, updateRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { invoiceRefusal, keptAmount } from '@/lib/order/invoiced'
import { ownedBy } from '@/lib/order/status'
import type { CorrectIssuedInput, IssueInput, RefuseInput, ReplaceInput } from './cms-schema'
import type { InvoiceChanges, InvoiceInput } from './schema'

type InvoiceRow = typeof invoice.$inferSelect

/** Throws `order_state`, `already_exists` (the order has an invoice), or `invalid_request` naming the order. */
export async function requestInvoice(
  tx: Database,
  user_id: number,
  { order_id, ...buyer }: z.output<typeof InvoiceInput>,
  settings: Settings,
): Promise<number> {
  // Locked, so that no refund changes meanwhile what the customer keeps paid.
  const [found] = await tx
    .select({ locked: getTableColumns(order), now: databaseNow })
    .from(order)
    .where(and(eq(order.id, order_id), ownedBy(user_id)))
    .for('no key update')
  if (!found) throw invalid('body', 'order_id', 'not_found', 'There is no such order.')
  const refusal = invoiceRefusal(found.locked, settings, found.now)
  if (refusal !== undefined) throw problem('order_state', { detail: refusal })
  const { kind, title, tax_no, email, phone, bank, bank_account, address } = buyer
  const { id } = await insertRow(tx, invoice, {
    order_id,
    user_id,
    kind,
    title,
    tax_no,
    email,
    phone,
    bank,
    bank_account,
    address,
    lines_by: settings['invoice.content'],
    updated_by: user_id,
  })
  return id
}

const invoiceOf = (user_id: number) => ({ where: eq(invoice.user_id, user_id) })

/** Throws `not_found`, or `invoice_decided` once staff have issued or refused it. */
async function lockRequest(tx: Database, user_id: number, id: number, mode: 'update' | 'no key update') {
  const { status } = await lockRow(tx, invoice, id, { ...invoiceOf(user_id), mode })
  if (status !== 'requested')
    throw problem('invoice_decided', { detail: `The invoice is ${status}; only a request is changed or taken back.` })
}

/** Staff who have read the request before get `stale_version`. Throws the problems of {@link lockRequest}. */
export async function changeRequest(
  tx: Database,
  user_id: number,
  id: number,
  { kind, title, ...optional }: z.output<typeof InvoiceChanges>,
): Promise<void> {
  await lockRequest(tx, user_id, id, 'no key update')
  const { tax_no = null, email = null, phone = null, bank = null, bank_account = null, address = null } = optional
  const changes = { kind, title, tax_no, email, phone, bank, bank_account, address, updated_by: user_id }
  await updateRow(tx, invoice, id, changes, invoiceOf(user_id))
}

/** Throws the problems of {@link lockRequest}. */
export async function withdrawRequest(tx: Database, user_id: number, id: number): Promise<void> {
  await lockRequest(tx, user_id, id, 'update')
  await deleteRow(tx, invoice, id, invoiceOf(user_id))
}

/** The order first, as in every transaction. Throws `not_found` or `stale_version`. */
async function lockInvoice(tx: Database, id: number, version?: number) {
  const { order_id } = await getRow(tx, invoice, id)
  const of = await lockRow(tx, order, order_id)
  const locked = await lockRow(tx, invoice, id)
  await refuseStale(tx, locked, version)
  return { locked, of }
}

function requireStatus({ status }: InvoiceRow, wanted: InvoiceRow['status'], action: string): void {
  if (status !== wanted)
    throw problem('order_state', {
      detail: `The invoice is ${status}; ${action} is possible only when it is ${wanted}.`,
      members: { state: status, allowed: [wanted] },
    })
}

/** Throws `invalid_request` unless the amount is what is left of the payment (`kept`), or `order_state` for 0. */
function requireKept(amount: number, kept: number): void {
  if (kept === 0) throw problem('order_state', { detail: 'Everything that was paid was or is being refunded.' })
  if (amount !== kept)
    throw invalid('body', 'amount', 'out_of_range', 'The invoice has to be about all that the customer keeps paid.', {
      minimum: kept,
      maximum: kept,
    })
}

/**
 * A later refund makes the invoice `to_replace`. Throws `not_found`, `stale_version`, `order_state`, `already_exists`
 * (the number), or `invalid_request` naming the amount or the file.
 */
export async function issueInvoice(
  tx: Database,
  id: number,
  { number, amount, file_id, version }: Omit<z.output<typeof IssueInput>, 'version'> & { version?: number },
  actor: Staff,
): Promise<void> {
  const { locked, of } = await lockInvoice(tx, id, version)
  requireStatus(locked, 'requested', 'issuing')
  requireKept(amount, keptAmount(of))
  if (file_id !== undefined) await giveFile(tx, file_id, { from: actor.user_id, to: locked.user_id, field: 'file_id' })
  const issued = {
    status: 'issued',
    number,
    amount,
    issued_at: sql`now()`,
    object_id: file_id,
    updated_by: actor.user_id,
  } as const
  await updateRow(tx, invoice, id, issued)
}

/**
 * The number, or a file. Throws `not_found`, `stale_version`, `order_state`, `already_exists` (the number), or
 * `invalid_request` naming the file, or the number where nothing would change.
 */
export async function correctInvoice(
  tx: Database,
  id: number,
  { number, file_id, version }: z.output<typeof CorrectIssuedInput>,
  actor: Staff,
): Promise<void> {
  const { locked } = await lockInvoice(tx, id, version)
  if (locked.status !== 'issued' && locked.status !== 'to_replace')
    throw problem('order_state', { detail: `The invoice is ${locked.status}; only one that is in force is corrected.` })
  if (number === locked.number && file_id === undefined)
    throw invalid('body', 'number', 'unchanged', 'Number and file are the same as before.')
  if (file_id !== undefined) {
    await giveFile(tx, file_id, { from: actor.user_id, to: locked.user_id, field: 'file_id' })
    if (locked.object_id !== null) await releaseFile(tx, locked.object_id)
  }
  await updateRow(tx, invoice, id, {
    number,
    ...(file_id !== undefined && { object_id: file_id }),
    updated_by: actor.user_id,
  })
}

/** The customer can request again. Throws `not_found`, `stale_version` or `order_state`. */
export async function refuseInvoice(
  tx: Database,
  id: number,
  { reason, version }: z.output<typeof RefuseInput>,
  actor: Staff,
): Promise<void> {
  const { locked } = await lockInvoice(tx, id, version)
  requireStatus(locked, 'requested', 'refusing')
  await updateRow(tx, invoice, id, { status: 'refused', reason, updated_by: actor.user_id })
}

/**
 * After a refund. Returns the new invoice; undefined: nothing remains. Throws the problems of {@link issueInvoice}, or
 * `invalid_request` at `number` if a new invoice is needed.
 */
export async function replaceInvoice(
  tx: Database,
  id: number,
  { number, amount, file_id, version }: z.output<typeof ReplaceInput>,
  actor: Staff,
): Promise<number | undefined> {
  const { locked, of } = await lockInvoice(tx, id, version)
  requireStatus(locked, 'to_replace', 'replacing')
  const kept = keptAmount(of)
  await updateRow(tx, invoice, id, { status: 'replaced', updated_by: actor.user_id })
  if (number === undefined || amount === undefined) {
    if (kept > 0) {
      const reason = 'The customer keeps some of what was paid: give the number of the invoice about the rest.'
      throw invalid('body', 'number', 'required', reason)
    }
    return undefined
  }
  requireKept(amount, kept)
  if (file_id !== undefined) await giveFile(tx, file_id, { from: actor.user_id, to: locked.user_id, field: 'file_id' })
  const { order_id, user_id, kind, title, tax_no, email, phone, bank, bank_account, address, lines_by } = locked
  const replacing = await insertRow(tx, invoice, {
    order_id,
    user_id,
    kind,
    title,
    tax_no,
    email,
    phone,
    bank,
    bank_account,
    address,
    lines_by,
    status: 'issued',
    number,
    amount,
    issued_at: sql`now()`,
    object_id: file_id,
    replaces_id: id,
    updated_by: actor.user_id,
  })
  return replacing.id
}
