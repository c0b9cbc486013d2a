import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sandbox_parcel, sandbox_trade } from '@/db/schema/sandbox'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { connection } from '@/lib/kit/database'
import { hex } from './numbers'
import type { ParcelStep } from './parcel-steps'
import { type ApiAnswer, type ApiCall, badData, carriers } from './shipping'

/* The real platform asks the carriers; here a tester moves the parcels. */

const Traced = z.object({
  openid: z.string().min(1),
  receiver_phone: z.string().regex(/^\+?\d{5,20}$/),
  waybill_id: z.string().min(1).max(128),
  delivery_id: z.string().min(1).max(128),
  trans_id: z.string().min(1),
  goods_info: z.object({
    detail_list: z.array(z.object({ goods_name: z.string().min(1), goods_img_url: z.string() })).min(1),
  }),
})

const unknownCarrier = 9300503
const unknownTrade = 9300507

/** `POST /cgi-bin/express/delivery/open_msg/trace_waybill`. Repeated, the token is the same. */
async function traceWaybill({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Traced.safeParse(body)
  if (!parsed.success) return badData
  const { openid, waybill_id, delivery_id, trans_id } = parsed.data
  if (!Object.hasOwn(carriers, delivery_id)) return unknownCarrier
  const { db } = await connection()
  const ofPayer = and(eq(sandbox_trade.transaction_id, trans_id), eq(sandbox_trade.openid, openid))
  if ((await db.$count(sandbox_trade, ofPayer)) === 0) return unknownTrade
  // That of a waybill is there since it was made, with its order_id.
  await db
    .update(sandbox_parcel)
    .set({ trans_id })
    .where(
      and(
        eq(sandbox_parcel.delivery_id, delivery_id),
        eq(sandbox_parcel.waybill_id, waybill_id),
        sql`exists (select from sandbox_waybill w where w.waybill_id = ${waybill_id} and w.order_id = sandbox_parcel.trans_id)`,
      ),
    )
  const [parcel] = await db
    .insert(sandbox_parcel)
    .values({ delivery_id, waybill_id, trans_id, token: `WT${hex(30)}` })
    .onConflictDoUpdate({
      target: [sandbox_parcel.delivery_id, sandbox_parcel.waybill_id, sandbox_parcel.trans_id],
      set: { waybill_id },
    })
    .returning({ token: sandbox_parcel.token })
  return { waybill_token: parcel?.token }
}

const Queried = z.object({ waybill_token: z.string().min(1) })
const unknownToken = 9300531

/** `POST /cgi-bin/express/delivery/open_msg/query_trace`. */
async function queryTrace({ body }: ApiCall): Promise<ApiAnswer> {
  const parsed = Queried.safeParse(body)
  if (!parsed.success) return badData
  const { db } = await connection()
  const [parcel] = await db.select().from(sandbox_parcel).where(eq(sandbox_parcel.token, parsed.data.waybill_token))
  if (!parcel) return unknownToken
  const { waybill_id, delivery_id, status } = parcel
  return { waybill_info: { status, waybill_id }, delivery_info: { delivery_id, delivery_name: carriers[delivery_id] } }
}

export const expressOperations: Record<string, (call: ApiCall) => Promise<ApiAnswer>> = {
  '/cgi-bin/express/delivery/open_msg/trace_waybill': traceWaybill,
  '/cgi-bin/express/delivery/open_msg/query_trace': queryTrace,
}

/** `status`: as query_trace returns it. `type` and `text`: of the event `add_express_path`. */
const steps: Record<ParcelStep, { status: number; type: number; text: string }> = {
  collect: { status: 1, type: 100001, text: '快递员已揽收' },
  move: { status: 2, type: 200001, text: '快件已从转运中心发出' },
  take_out: { status: 3, type: 300002, text: '快递员正在派送，请保持电话畅通' },
  deliver: { status: 4, type: 300003, text: '已签收，感谢使用' },
  fail: { status: 5, type: 300004, text: '派送失败：收件人电话无法接通' },
}

/** Returns the members of the event. Throws `order_state` for a parcel of which the shop has not asked. */
export async function moveParcel(token: string, step: ParcelStep, now = new Date()) {
  const { status, type, text } = steps[step]
  const { db } = await connection()
  const [moved] = await db.update(sandbox_parcel).set({ status }).where(eq(sandbox_parcel.token, token)).returning()
  if (!moved) throw problem('order_state', { detail: 'There is no such parcel.' })
  const action = { ActionTime: Math.floor(now.getTime() / 1_000), ActionType: type, ActionMsg: text }
  return { DeliveryID: moved.delivery_id, WayBillId: moved.waybill_id, Version: 1, Count: 1, Actions: [action] }
}

const listLimit = 10

/** The latest. */
export async function listParcels() {
  const { db } = await connection()
  return db.select().from(sandbox_parcel).orderBy(desc(sandbox_parcel.id)).limit(listLimit)
}
