import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { store } from '@/db/schema/store'
import { withRegion } from '@/lib/address/queries'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { CmsStoreQuery } from './schema'

const rows = pageList('cms_stores', {
  table: store,
  query: CmsStoreQuery,
  filters: { enabled: store.enabled, q: matchesSearch(store.name) },
})

/** Returns a page of the stores for staff, each with the code of its city. */
export async function list(context: { db: Database; query: z.output<typeof CmsStoreQuery> }) {
  const page = await rows(context)
  return { ...page, items: page.items.map(withRegion) }
}

/** Returns a store with the code of its city. Throws `not_found`. */
export const readStore = async (db: Database, id: number) => withRegion(await getRow(db, store, id))

/** Returns the enabled stores, sorted by name, for customers. */
export async function enabledStores(db: Database) {
  const found = await db.select().from(store).where(eq(store.enabled, true)).orderBy(store.name, store.id)
  return found.map(withRegion)
}
