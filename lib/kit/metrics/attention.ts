import { sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { notice } from '@/db/schema/notice'
import { refund } from '@/db/schema/payment'

/** Payments that staff must look at. */
export interface AttentionCounts {
  /** Refunds that the provider accepted and has not paid. They keep their money until staff retry or close them. */
  refund_abnormal: number
  /** Refunds that the provider did not accept. They also wait for staff. */
  refund_refused: number
  /** Alarms about money whose notice is still published. */
  alarm: number
}

/** Counts them, by partial indexes. */
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
