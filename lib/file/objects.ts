import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { file_object } from '@/db/schema/file'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { connection, type Database } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import type { Quota } from './limits'
import { storage, storageOf } from './storage'

/*
 * A row is committed, the bytes are stored, and the row gets its owner in the transaction that writes the file. A
 * process may end at any step: objects without an owner are removed when due.
 */

interface NewObject {
  /** The shortest first. The first free key is used. */
  keys: string[]
  mime: string
  size: number
  /** null: the original. */
  variant: number | null
}

export interface PreparedObject {
  id: number
  key: string
}

/** Without an owner. An upload that takes longer than 12 hours fails. */
const preparedUntil = sql`now() + interval '24 hours'`
const isFresh = sql`${file_object.remove_at} > now() + interval '12 hours'`

/** For pages and clients that still have the previous address. */
export const replacedUntil = sql`now() + interval '30 days'`

export const usedBytes = (db: Database): Promise<number> =>
  db
    .select({ bytes: sql<number>`coalesce(sum(${file_object.size}), 0)`.mapWith(Number) })
    .from(file_object)
    .then(([row]) => row?.bytes ?? 0)

/** Prefix of customers' pictures and invoices. */
export const privateKeys = 'u/'

/** Not a document such as an invoice. */
export const isImage = sql`starts_with(${file_object.mime}, 'image/')`

/** In bytes. `all`: of all customers, including pictures without an owner. */
async function usedByCustomers(db: Database, user_id: number): Promise<{ all: number; own: number }> {
  const sum = (condition: SQL) =>
    sql<number>`coalesce(sum(${file_object.size}) filter (where ${condition}), 0)`.mapWith(Number)
  const [row] = await db
    .select({ all: sum(sql`true`), own: sum(eq(file_object.user_id, user_id)) })
    .from(file_object)
    .where(and(sql`starts_with(${file_object.key}, ${privateKeys})`, isImage))
  return row ?? { all: 0, own: 0 }
}

/**
 * Throws 409 `quota_exceeded` for all files, customers' pictures, or this customer's. Concurrent uploads wait for each
 * other, so that they cannot exceed the quota together.
 */
export async function prepareObjects(
  objects: readonly NewObject[],
  quota: Quota,
  customer?: number,
): Promise<PreparedObject[]> {
  const { transaction } = await connection()
  const prepared = await transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.file_quota'))`)
    const size = objects.reduce((sum, object) => sum + object.size, 0)
    const refuseBeyond = (whose: string, used: number, most: number) => {
      if (used + size > most)
        throw problem('quota_exceeded', { detail: `${whose} use ${used} of ${most} bytes, and this needs ${size}.` })
    }
    refuseBeyond('All files', await usedBytes(tx), quota.all)
    if (customer !== undefined) {
      const used = await usedByCustomers(tx, customer)
      refuseBeyond('Your pictures', used.own, quota.customer)
      refuseBeyond("Customers' pictures", used.all, quota.customers)
    }
    const rows: PreparedObject[] = []
    for (const object of objects) rows.push(await prepareObject(tx, object))
    return rows
  })
  checkpoint('file prepared')
  return prepared
}

async function prepareObject(tx: Database, { keys, mime, size, variant }: NewObject): Promise<PreparedObject> {
  const { name, address } = storage()
  for (const key of keys) {
    const [row] = await tx
      .insert(file_object)
      .values({ storage: name, key, url: address(key), mime, size, width: variant, remove_at: preparedUntil })
      .onConflictDoNothing()
      .returning({ id: file_object.id, key: file_object.key })
    if (row) return row
  }
  throw new Error(`every key like ${keys[0]} is in use`)
}

/** Kept: of a file always, of a customer until `remove_at`. Throws if an object is missing or due within 12 hours. */
export async function attachObjects(
  tx: Database,
  objects: readonly PreparedObject[],
  owner: { file_id: number } | { user_id: number; remove_at: Date | ReturnType<typeof sql> },
): Promise<void> {
  const attached = await tx
    .update(file_object)
    .set({ remove_at: null, ...owner })
    .where(and(inArray(file_object.id, idsOf(objects)), isFresh))
    .returning({ id: file_object.id })
  if (attached.length !== objects.length) throw new Error('the bytes of a file were removed before it was written')
}

/** The next sweep removes them. */
export async function discardObjects(db: Database, objects: readonly PreparedObject[]): Promise<void> {
  if (objects.length === 0) return
  await db
    .update(file_object)
    .set({ remove_at: sql`now()` })
    .where(inArray(file_object.id, idsOf(objects)))
}

const idsOf = (objects: readonly PreparedObject[]) => objects.map(({ id }) => id)

/** The bytes first, then their rows. Repeats failed removals two minutes later. */
export const removeDue = (until?: number) => runBatches(removeBatch, until)

async function removeBatch(): Promise<{ claimed: number; done: { removed: number } }> {
  const { db } = await connection()
  const due = db
    .select({ id: file_object.id })
    .from(file_object)
    .where(sql`${file_object.remove_at} <= now()`)
    .orderBy(file_object.remove_at)
    .limit(claimLimit)
    .for('update', { skipLocked: true })
  // Without an owner, an object cannot be attached any more.
  const claimed = await db
    .update(file_object)
    .set({ remove_at: claimedUntil, file_id: null, user_id: null })
    .where(inArray(file_object.id, due))
    .returning()
  const removed: number[] = []
  let failure: unknown
  for (const object of claimed) {
    try {
      await storageOf(object.storage).remove(object.key)
      removed.push(object.id)
    } catch (error) {
      failure = error
    }
  }
  checkpoint('file removed')
  if (removed.length > 0) await db.delete(file_object).where(inArray(file_object.id, removed))
  if (failure) throw failure
  return { claimed: claimed.length, done: { removed: removed.length } }
}
