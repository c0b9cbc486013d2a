import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { order, shipment } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { shipping_report } from '@/db/schema/shipping_report'
import { user } from '@/db/schema/user'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import type { Settings } from '@/lib/kit/config/registry'
import { connection, type Database } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { mask } from '@/lib/kit/logged-text'
import { hasMiniProgram, type MiniProgram, miniProgram } from '@/lib/platform/wechat/credentials'
import type { Answer } from '@/lib/platform/wechat/mini-program'
import { uploadShipping } from '@/lib/platform/wechat/shipping'
import { ProviderFailure } from '@/lib/platform/wechat/transport'
import { alarmOff, alarmRefused } from './alarm'
import { followShipping } from './check'
import { delays } from './next'
import { lockReport, type Plan, planUpload } from './parcels'
import { wantsReports } from './setting'

export type Reports = {
  /** Uploads that the platform has accepted. */
  reported: number
  /** Payments with a refusal that staff have to look at. */
  refused: number
  /** Payments that are tried again later. */
  failed: number
}

/** Parcel by parcel; `not_needed` if the shop does not report. See {@link claimedUntil} for claims. */
export const reportDue = (settings: Settings, until?: number) => runBatches(() => reportBatch(settings), until)

async function reportBatch(settings: Settings): Promise<{ claimed: number; done: Reports }> {
  const done: Reports = { reported: 0, refused: 0, failed: 0 }
  if (!hasMiniProgram()) return { claimed: 0, done }
  const { db, transaction } = await connection()
  const due = db
    .select({ id: shipping_report.id })
    .from(shipping_report)
    .where(sql`${shipping_report.next_try_at} <= now()`)
    .orderBy(shipping_report.next_try_at)
    .limit(claimLimit)
    .for('no key update', { skipLocked: true })
  const claimed = await db
    .update(shipping_report)
    .set({ next_try_at: claimedUntil })
    .where(inArray(shipping_report.id, due))
    .returning({ id: shipping_report.id })
  if (claimed.length === 0) return { claimed: 0, done }
  const program = await miniProgram()
  if (await wantsReports(program, settings['wechat.shipping'])) {
    const failures: unknown[] = []
    // An unexpected failure of one report must not stop the others.
    for (const { id } of claimed) await reportOne(program, id, done).catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw failures[0]
  } else {
    const ids = claimed.map(({ id }) => id)
    const waiting = and(inArray(shipping_report.id, ids), eq(shipping_report.status, 'waiting'))
    await transaction(async (tx) => {
      // The orders first, as every transaction locks them.
      const orders = tx.select({ id: shipping_report.order_id }).from(shipping_report).where(waiting)
      await tx
        .select({ id: order.id })
        .from(order)
        .where(inArray(order.id, orders))
        .orderBy(order.id)
        .for('no key update')
      await tx.update(shipping_report).set({ status: 'not_needed', next_try_at: null }).where(waiting)
    })
  }
  return { claimed: claimed.length, done }
}

async function reportOne(program: MiniProgram, id: number, done: Reports): Promise<void> {
  const { transaction } = await connection()
  for (;;) {
    const plan = await transaction((tx) => planUpload(tx, id))
    if (!plan) {
      await transaction(async (tx) => {
        await lockReport(tx, id)
        await settle(tx, id, { tries: 0 })
      })
      return
    }
    const outcome = await upload(program, plan)
    done[outcome] += 1
    if (outcome !== 'reported') return
  }
}

/** Accepted, or nothing new. */
const accepted = new Set([0, 10060023])
/** May be accepted later. */
const temporary = new Set([10060012, 10060019, 44990])
/** Unknown payment, which is normal right after the payment. */
const unknownPayment = 10060001
/** Already shipped, already corrected, or in a state that does not allow shipping. */
const contradicted = new Set([10060002, 10060003, 10060004])
/** The mini-program lacks the permission to report. */
const notAllowed = new Set([48001, 61007])

async function upload(program: MiniProgram, plan: Plan): Promise<keyof Reports> {
  const { transaction } = await connection()
  let answer: Answer
  try {
    answer = await uploadShipping(program, plan.upload)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return later(plan, undefined)
  }
  const { errcode } = answer
  if (accepted.has(errcode)) {
    checkpoint('shipping reported')
    await transaction((tx) => noteAccepted(tx, plan))
    return 'reported'
  }
  if (contradicted.has(errcode)) return askPlatform(program, plan, answer)
  await notTaken(plan)
  if (temporary.has(errcode)) return later(plan, answer)
  if (errcode === unknownPayment) return plan.report.tries < delays.length ? later(plan, answer) : refuse(plan, answer)
  if (notAllowed.has(errcode)) {
    await alarmOff(errcode)
    return later(plan, answer, delays.at(-1))
  }
  return refuse(plan, answer)
}

/** Schedules the next step. */
export async function noteAccepted(tx: Database, plan: Plan): Promise<void> {
  // Locks the order first, as every transaction does.
  await lockReport(tx, plan.report.id)
  for (const { id, reported_as } of plan.parcels) {
    await tx
      .update(shipment)
      .set({ reported_as, reported_at: sql`coalesce(${shipment.reported_at}, now())` })
      .where(eq(shipment.id, id))
  }
  await settle(tx, plan.report.id, {
    errcode: null,
    errmsg: null,
    tries: 0,
    ...(plan.finishes && { finished: true }),
  })
}

type Changes = PgUpdateSetSource<typeof shipping_report>

/** Due if a step is left; otherwise complete, or waiting for the next parcel. */
async function settle(tx: Database, id: number, changes: Changes): Promise<void> {
  await tx.update(shipping_report).set(changes).where(eq(shipping_report.id, id))
  const after = await lockReport(tx, id)
  if (after?.report.status !== 'waiting') return
  const isComplete = !after.step && after.order.status !== 'paid'
  await tx
    .update(shipping_report)
    .set({ status: isComplete ? 'uploaded' : 'waiting', next_try_at: after.step ? sql`now()` : null })
    .where(eq(shipping_report.id, id))
  if (isComplete) await forgetPayer(tx, after.payment)
}

/** Kept after the account of the payer was closed, because the report needs it. */
async function forgetPayer(tx: Database, { id, order_id }: typeof payment.$inferSelect): Promise<void> {
  await tx
    .update(payment)
    .set({ payer: mask })
    .where(
      and(
        eq(payment.id, id),
        sql`exists (select from "order" o join ${user} u on u.id = o.user_id where o.id = ${order_id}
          and (u.deleted_at is not null or (o.placed_by is not null and not exists (
            select from identity where type = 200 and identifier = payment.payer))))`,
      ),
    )
}

/** The order first, as every transaction does. */
async function withReport(report_id: number, work: (tx: Database) => Promise<unknown>): Promise<void> {
  const { transaction } = await connection()
  await transaction(async (tx) => {
    await lockReport(tx, report_id)
    await work(tx)
  })
}

/** If it is still waiting. */
const changeWaiting = (report_id: number, changes: Changes) =>
  withReport(report_id, (tx) =>
    tx
      .update(shipping_report)
      .set(changes)
      .where(and(eq(shipping_report.id, report_id), eq(shipping_report.status, 'waiting'))),
  )

/** The parcels' numbers can be corrected before the next report. */
const notTaken = ({ parcels, report, corrects }: Plan) =>
  withReport(report.id, async (tx) => {
    if (corrects) await tx.update(shipping_report).set({ corrected_at: null }).where(eq(shipping_report.id, report.id))
    const ids = parcels.map(({ id }) => id)
    await tx
      .update(shipment)
      .set({ reported_as: null })
      .where(and(inArray(shipment.id, ids), isNull(shipment.reported_at)))
  })

/** Alarms staff after the last entry of {@link delays}; attempts continue after that. */
async function later({ report, payment_no }: Plan, answer: Answer | undefined, delay?: number): Promise<'failed'> {
  const seconds = delay ?? delays[Math.min(report.tries, delays.length - 1)] ?? 0
  await changeWaiting(report.id, {
    tries: report.tries + 1,
    next_try_at: sql`now() + make_interval(secs => ${seconds})`,
    errcode: answer?.errcode ?? null,
    errmsg: answer?.errmsg.slice(0, longestMessage) ?? null,
  })
  if (report.tries + 1 === delays.length)
    await alarmRefused({ order_id: report.order_id, payment_no }, 'the platform has not accepted it for hours')
  return 'failed'
}

const longestMessage = 200

/** Staff are alarmed and can report again. */
async function refuse({ report, payment_no }: Plan, { errcode, errmsg }: Answer): Promise<'refused'> {
  await changeWaiting(report.id, {
    status: 'refused',
    next_try_at: null,
    errcode,
    errmsg: errmsg.slice(0, longestMessage),
  })
  await alarmRefused({ order_id: report.order_id, payment_no }, `refused with errcode ${errcode}`)
  return 'refused'
}

/** By the state at the platform. A report without progress is refused, and staff have to act. */
async function askPlatform(program: MiniProgram, plan: Plan, answer: Answer): Promise<keyof Reports> {
  try {
    if (await followShipping(program, plan.report.id)) return 'reported'
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    return later(plan, answer)
  }
  return refuse(plan, answer)
}
