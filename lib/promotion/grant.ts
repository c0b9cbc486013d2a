import { z } from 'zod'
import { promotion } from '@/db/schema/promotion'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { grantCoupons } from './coupons'

const Granted = z.object({ user_ids: z.array(z.int()) })

/** With the customers in the audit log. Throws the problems of `grantCoupons`. */
export async function grant(tx: Database, promotion_id: number, customers: readonly number[], recorder: Recorder) {
  const { name } = await getRow(tx, promotion, promotion_id)
  const results = await grantCoupons(tx, promotion_id, customers)
  const user_ids = results.flatMap(({ user_id, coupon_id }) => (coupon_id === null ? [] : [user_id]))
  recorder.audit({ target: ['promotion', promotion_id], as: Granted, name, after: { user_ids } })
  return results
}
