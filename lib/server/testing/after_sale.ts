import { eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import * as tables from '@/db/tables'
import type { AfterSaleInput } from '@/lib/after_sale/schema'
import { send } from './api'
import { database } from './factories'

/* Actions of tests, as requests to the interface. */

type Input = z.input<typeof AfterSaleInput>

/** Readable by both customers and staff. */
export interface Case {
  id: number
  status: string
  requested_amount: number
  items: { discount_amount: number }[]
  version: number
}

/** For one piece, without returning goods. */
export const askFor = (token: string, order_id: number, order_item_id: number, input: Partial<Input> = {}) =>
  send<Case>('POST', '/v1/after_sale', {
    token,
    body: { order_id, kind: 'refund', reason_code: 'other', items: [{ order_item_id, count: 1 }], ...input },
  })

export const act = (token: string, id: number, action: 'return' | 'withdraw' | 'dispute', body?: object) =>
  send<Case>('POST', `/v1/after_sale/${id}/${action}`, { token, body })

/** Reads the current version unless the body has one. */
export async function decide(
  token: string,
  id: number,
  action: 'approve' | 'reject' | 'return' | 'receive' | 'refuse' | 'decide',
  body: object = {},
) {
  const [row] = await (await database()).select().from(tables.after_sale).where(eq(tables.after_sale.id, id))
  return send<Case>('POST', `/cms/after_sale/${id}/${action}`, { token, body: { version: row?.version, ...body } })
}

export async function lapse(id: number): Promise<void> {
  const past = sql`now() - interval '1 second'`
  await (await database())
    .update(tables.after_sale)
    .set({ decide_by: past, return_by: past, inspect_by: past, next_try_at: past })
    .where(eq(tables.after_sale.id, id))
}

/** Cases whose lines, log or refund contradict their status. */
export async function caseFaults(): Promise<unknown[]> {
  const db = await database()
  return db
    .select({ id: tables.after_sale.id, status: tables.after_sale.status })
    .from(tables.after_sale)
    .where(sql`
      exists (select from after_sale_item i where i.after_sale_id = after_sale.id and i.open <> after_sale.open)
      or status <> (select l.to_status from after_sale_log l where l.after_sale_id = after_sale.id order by l.id desc limit 1)
      or exists (
        select from after_sale_log l join after_sale_log n on n.after_sale_id = l.after_sale_id
          and n.id = (select min(m.id) from after_sale_log m where m.after_sale_id = l.after_sale_id and m.id > l.id)
        where l.after_sale_id = after_sale.id and n.from_status <> l.to_status)
      or requested_amount <> freight_amount + (select sum(i.amount) from after_sale_item i where i.after_sale_id = after_sale.id)
      or (status = 'done') <> exists (select from refund r where r.id = refund_id and r.status = 'succeeded')
      or exists (
        select from refund r where r.id = refund_id
          and r.amount <> approved_amount + greatest(0, r.freight_amount - after_sale.freight_amount))
      or exists (
        select from after_sale_item i
        left join refund_item r on r.refund_id = after_sale.refund_id and r.order_item_id = i.order_item_id
        where i.after_sale_id = after_sale.id and after_sale.refund_id is not null and coalesce(r.count, 0) <> i.count
          -- Money alone: no piece of the case is refunded.
          and exists (select from refund_item p where p.refund_id = after_sale.refund_id and p.count > 0))`)
}
