import { desc, eq } from 'drizzle-orm'
import { address } from '@/db/schema/address'
import type { Database } from '@/lib/kit/database'
import { type Place, regionCodeOf } from '@/lib/kit/regions'

/** `region_code`: of the city. */
export const withRegion = <Row extends Place>(row: Row) => ({
  ...row,
  region_code: regionCodeOf(row),
})

/** The default first, then the newest. */
export async function addressesOf(db: Database, user_id: number) {
  const rows = await db
    .select()
    .from(address)
    .where(eq(address.user_id, user_id))
    .orderBy(desc(address.is_default), desc(address.id))
  return rows.map(withRegion)
}
