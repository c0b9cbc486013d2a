import { eq, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { order } from '@/db/schema/order'
import { waybill, waybill_order } from '@/db/schema/waybill'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { miniProgram } from '@/lib/platform/wechat/credentials'
import { ProviderFailure } from '@/lib/platform/wechat/transport'
import { getWaybill } from '@/lib/platform/wechat/waybill'
import { noteCanceled } from './ask'
import { readWaybill, readWaybills } from './queries'
import { openidOf } from './request'
import type { Labels } from './schema'

type Label = z.input<typeof Labels>['items'][number]

/** At once, so that a page of labels is fast and the platform not flooded. */
const requests = 5

/** Asks the platform for each, in the sequence of `ids`. Throws `not_found`, or `provider_error` without a mini-program. */
export async function readLabels(db: Database, ids: number[], parts: 1 | 2): Promise<z.input<typeof Labels>> {
  const waybills = await readWaybills(db, ids)
  const program = await miniProgram()
  const payers = await db
    .select({ id: waybill_order.waybill_id, openid: openidOf })
    .from(waybill_order)
    .innerJoin(order, eq(order.id, waybill_order.order_id))
    .where(inArray(waybill_order.waybill_id, ids))
  const items: Label[] = []
  for (let from = 0; from < waybills.length; from += requests)
    items.push(...(await Promise.all(waybills.slice(from, from + requests).map(labelOf))))
  return { items }

  async function labelOf(one: (typeof waybills)[number]): Promise<Label> {
    const without = (code: number, text: string): Label => ({ waybill: one, html: null, reason: { code, text } })
    if (one.state !== 'ready' && one.state !== 'shipped') return without(0, one.state)
    const openid = payers.find((payer) => payer.id === one.id && payer.openid !== null)?.openid ?? ''
    try {
      const there = await getWaybill(program, { order_id: one.key, openid, delivery_id: one.delivery_id }, { parts })
      if ('refused' in there) return without(there.refused.code, there.refused.text)
      if (there.is_canceled) {
        await noteCanceled(one.id)
        return { waybill: await readWaybill(db, one.id), html: null, reason: { code: 0, text: 'canceled' } }
      }
      return there.html === '' ? without(0, '') : { waybill: one, html: there.html, reason: null }
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
      return without(0, error.message)
    }
  }
}

/** Throws `invalid_request` with the position of an unknown id. */
export async function recordLabels(tx: Database, ids: number[]): Promise<void> {
  const printed = await tx
    .update(waybill)
    .set({ print_count: sql`print_count + 1`, printed_at: sql`now()` })
    .where(inArray(waybill.id, ids))
    .returning({ id: waybill.id })
  const known = new Set(printed.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing >= 0) throw invalid('body', `ids.${missing}`, 'not_found', `There is no waybill ${ids[missing]}.`)
}
