import { sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { notice } from '@/db/schema/notice'
import { refund } from '@/db/schema/payment'

/** The numbers of refunds and notices about payments that staff must look at. */
export interface AttentionCounts {
  /**
   * Refunds that the provider accepted but could not pay. The money stays reserved until staff retry or close the
   * refund.
   */
  refund_abnormal: number
  /** Refunds that the provider did not accept and that wait for staff. */
  refund_refused: number
  /** Published notices with an alarm about money. */
  alarm: number
}

/** Counts the refunds and notices about payments that staff must look at. Uses partial indexes. */
export const countAttention = jsonStatement<AttentionCounts>('count_attention', (db) =>
  db
    .select({
      json: sql<AttentionCounts>`json_build_object(
        'refund_abnormal', (select count(*) from ${refund} where ${refund.status} = 'abnormal'),
        'refund_refused', (select count(*) from ${refund} where ${refund.status} = 'refused'),
        'alarm', (select count(*) from ${notice}
          where source = 'system' and status = 'published' and ${notice.kind} in ('payment_alarm', 'balance_short')))`.as(
        'json',
      ),
    })
    .from(sql`(select) as nothing`),
)
