import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { order, order_item, shipment, shipment_item } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { fileUrl } from '@/lib/kit/api/endpoint/fields'
import { lockRow } from '@/lib/kit/api/rows/rows'
import { connection, type Database } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { mask } from '@/lib/kit/logged-text'
import { hasMiniProgram, type MiniProgram, miniProgram } from '@/lib/platform/wechat/credentials'
import { queryTrace, traceWaybill } from '@/lib/platform/wechat/express'
import type { Answer } from '@/lib/platform/wechat/mini-program'
import { ProviderFailure, runtime } from '@/lib/platform/wechat/transport'
import { addNews, type News } from './news'
import { askingSeconds } from './pace'

/** Days after shipping: older parcels are not asked about. */
const askedDays = 30

type Asked = {
  /** Parcels of which the platform was asked. */
  asked: number
  /** Parcels that the platform does not track. */
  refused: number
  /** Asked again later. */
  failed: number
}

/** About open parcels: first for a token, by which the platform tracks the parcel, then for its state. */
export const askDue = (until?: number) => runBatches(askBatch, until)

async function askBatch(): Promise<{ claimed: number; done: Asked }> {
  const done: Asked = { asked: 0, refused: 0, failed: 0 }
  if (!hasMiniProgram()) return { claimed: 0, done }
  const { db } = await connection()
  const due = db
    .select({ id: shipment.id })
    .from(shipment)
    .where(sql`${shipment.track_at} <= now()`)
    .orderBy(shipment.track_at)
    .limit(claimLimit)
    .for('no key update', { skipLocked: true })
  const claimed = await db
    .update(shipment)
    .set({ track_at: claimedUntil })
    .where(inArray(shipment.id, due))
    .returning({ id: shipment.id })
  if (claimed.length === 0) return { claimed: 0, done }
  const ids = claimed.map(({ id }) => id)
  const all = await db.$count(shipment, sql`track_at is not null`)
  const parcels = await readParcels(db, ids)
  const open = new Set(parcels.map(({ id }) => id))
  const ended = ids.filter((id) => !open.has(id))
  if (ended.length > 0) await db.update(shipment).set({ track_at: null }).where(inArray(shipment.id, ended))
  const program = await miniProgram()
  const failures: unknown[] = []
  for (const [at, parcel] of parcels.entries()) {
    // An unexpected failure of one parcel must not stop the others.
    const outcome = await askOne(program, parcel, askingSeconds({ all, own: parcel.own })).catch((error: unknown) => {
      failures.push(error)
      return 'failed' as const
    })
    if (isPause(outcome)) {
      const rest = parcels.slice(at + 1).map(({ id }) => id)
      await db.update(shipment).set({ track_at: pauses[outcome] }).where(inArray(shipment.id, rest))
      return { claimed: 0, done: { ...done, failed: done.failed + rest.length + 1 } }
    }
    done[outcome] += 1
  }
  if (failures.length > 0) throw failures[0]
  return { claimed: claimed.length, done }
}

/** Until when the others wait. The platform counts days of Beijing. */
const pauses = {
  away: sql`now() + interval '10 minutes'`,
  limit: sql`date_trunc('day', now(), 'Asia/Shanghai') + interval '1 day'`,
}
type Pause = keyof typeof pauses
const isPause = (outcome: string): outcome is Pause => Object.hasOwn(pauses, outcome)

type Parcel = Awaited<ReturnType<typeof readParcels>>[number]

/** Without those that are not asked about any more. */
const readParcels = (db: Database, ids: number[]) =>
  db
    .select({
      id: shipment.id,
      order_id: shipment.order_id,
      carrier: sql<string>`${shipment.carrier}`,
      tracking_no: sql<string>`${shipment.tracking_no}`,
      tracking: shipment.tracking,
      waybill_token: shipment.waybill_token,
      mobile: sql<string>`${order.receiver} ->> 'mobile'`,
      openid: payment.payer,
      trans_id: sql<string>`${payment.transaction_id}`,
      /** Open parcels of the customer. */
      own: sql<number>`(
        select count(*)::int from "order" o join shipment s on s.order_id = o.id and s.track_at is not null where o.user_id = "order".user_id)`,
      goods: sql<{ name: string; image_url: string | null }[]>`(
        select json_agg(json_build_object('name', i.name, 'image_url', i.image_url) order by i.id)
        from ${shipment_item} c join ${order_item} i on i.id = c.order_item_id where c.shipment_id = ${shipment.id})`,
    })
    .from(shipment)
    .innerJoin(order, eq(order.id, shipment.order_id))
    .innerJoin(payment, and(eq(payment.order_id, order.id), eq(payment.settles, true)))
    .where(
      and(
        inArray(shipment.id, ids),
        isNull(shipment.revoked_at),
        ne(shipment.tracking, 'delivered'),
        sql`${order.status} in ('paid', 'shipped') and ${payment.transaction_id} is not null and ${payment.payer} <> ${mask}
          and ${shipment.shipped_at} > now() - make_interval(days => ${askedDays})`,
      ),
    )
    .orderBy(shipment.id)

/** The limit of the day, and a mini-program that may not track parcels (yet). */
const limits = new Set([45009, 48001, 61007])
/** Too many requests at once. */
const temporary = new Set([44990, 45011])

/** `seconds`: until the platform is asked again. */
async function askOne(program: MiniProgram, parcel: Parcel, seconds: number): Promise<keyof Asked | Pause> {
  const later = { track_at: sql`now() + make_interval(secs => ${seconds})` }
  try {
    if (parcel.waybill_token === null) {
      const traced = await traceWaybill(program, {
        openid: parcel.openid,
        receiver_phone: parcel.mobile,
        waybill_id: parcel.tracking_no,
        delivery_id: parcel.carrier,
        trans_id: parcel.trans_id,
        goods: parcel.goods.map(({ name, image_url }) => ({
          goods_name: name,
          goods_img_url: image_url === null ? '' : fileUrl.parse(image_url),
        })),
      })
      if ('refused' in traced) return refuse(parcel, traced.refused, later)
      await conclude(parcel, { ...later, waybill_token: traced.token })
    } else {
      const answer = await queryTrace(program, parcel.waybill_token)
      if ('refused' in answer) return refuse(parcel, answer.refused, later)
      const { state } = answer
      const isNew = state !== 'none' && state !== parcel.tracking
      await conclude(parcel, later, isNew ? [{ at: runtime().now(), state, text: '' }] : [])
    }
    return 'asked'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return wait(parcel, 'away', later)
  }
}

/** Longer than the others, in case the fault is its own. */
async function wait(parcel: Parcel, pause: Pause, later: Changes): Promise<Pause> {
  await conclude(parcel, later)
  return pause
}

type Changes = PgUpdateSetSource<typeof shipment>

async function refuse(parcel: Parcel, { errcode, errmsg }: Answer, later: Changes) {
  if (limits.has(errcode)) return wait(parcel, 'limit', { track_at: pauses.limit })
  if (temporary.has(errcode)) return wait(parcel, 'away', later)
  await conclude(parcel, {
    track_at: null,
    tracking_errcode: errcode,
    tracking_errmsg: errmsg.slice(0, longestMessage),
  })
  return 'refused'
}

const longestMessage = 200

/** Unless the parcel was revoked or corrected meanwhile. The order first, as every transaction does. */
async function conclude(parcel: Parcel, changes: Changes, news: News[] = []): Promise<void> {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await lockRow(tx, order, parcel.order_id)
    const same = await tx
      .update(shipment)
      .set(changes)
      .where(
        and(
          eq(shipment.id, parcel.id),
          eq(shipment.carrier, parcel.carrier),
          eq(shipment.tracking_no, parcel.tracking_no),
          isNull(shipment.revoked_at),
        ),
      )
      .returning({ id: shipment.id })
    if (same.length > 0) await addNews(tx, parcel.id, news)
  })
}
