import { sql } from 'drizzle-orm'
import { file_object } from '@/db/schema/file'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { product } from '@/db/schema/product'
import { user } from '@/db/schema/user'
import type { Database } from '@/lib/kit/database'

/* For checking a restored backup. */

/** 0 for an empty database. */
export async function countTables(db: Database): Promise<number> {
  const [found] = await db
    .select({ count: sql<number>`count(*)`.mapWith(Number) })
    .from(sql`pg_class`)
    .where(sql`relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`)
  return found?.count ?? 0
}

export const countRecords = async (db: Database) => ({
  customers: await db.$count(user, sql`kind = 'customer'`),
  products: await db.$count(product),
  orders: await db.$count(order),
  payments: await db.$count(payment),
})

/** With their sizes in bytes. */
export const listLocalFiles = (db: Database) =>
  db
    .select({ key: file_object.key, size: file_object.size })
    .from(file_object)
    .where(sql`storage = 'local' and remove_at is null`)
    .orderBy(file_object.key)
