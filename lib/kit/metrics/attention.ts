import { sql } from 'drizzle-orm'
import { jsonStatement } from '@/db/connection/statement'
import { notice } from '@/db/schema/notice'
import { refund } from '@/db/schema/payment'

export interface AttentionCounts {
  /** Accepted but not paid. The money stays reserved until staff retry or close the refund. */
  refund_abnormal: number
  /** Not accepted by the provider; wait for staff. */
  refund_refused: number
  /** About money. */
  alarm: number
}

/** Uses partial indexes. */
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
