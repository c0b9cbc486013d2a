import { and, eq, inArray, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { WaybillState } from '@/db/enums'
import { carrier_account, waybill } from '@/db/schema/waybill'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { connection } from '@/lib/kit/database'
import { claimedUntil, claimLimit, runBatches } from '@/lib/kit/job/claim'
import { hasMiniProgram, type MiniProgram, miniProgram } from '@/lib/platform/wechat/credentials'
import { ProviderFailure } from '@/lib/platform/wechat/transport'
import { addWaybill, cancelWaybill, getWaybill, type WaybillRefusal } from '@/lib/platform/wechat/waybill'
import { readRequest } from './request'
import { hasParcel, nextLook } from './use'

export type Asked = {
  /** Waybills that were made, or canceled. */
  settled: number
  /** Refused by the carrier or the platform. */
  refused: number
  /** Asked again later. */
  failed: number
}

/** About waybills whose answer was lost, and those that orders may not need any more. See {@link claimedUntil}. */
export const askAboutWaybills = (until?: number) => runBatches(askBatch, until)

async function askBatch(): Promise<{ claimed: number; done: Asked }> {
  const done: Asked = { settled: 0, refused: 0, failed: 0 }
  if (!hasMiniProgram()) return { claimed: 0, done }
  const { db } = await connection()
  const due = db
    .select({ id: waybill.id })
    .from(waybill)
    .where(sql`${waybill.next_try_at} <= now()`)
    .orderBy(waybill.next_try_at)
    .limit(claimLimit)
    .for('no key update', { skipLocked: true })
  const claimed = await db
    .update(waybill)
    .set({ next_try_at: claimedUntil, updated_at: waybill.updated_at })
    .where(inArray(waybill.id, due))
    .returning({ id: waybill.id })
  const failures: unknown[] = []
  for (const { id } of claimed) {
    // An unexpected failure of one waybill must not stop the others.
    const outcome = await settleWaybill(id).catch((error: unknown) => {
      failures.push(error)
      return 'failed' as const
    })
    if (outcome) done[outcome] += 1
  }
  if (failures.length > 0) throw failures[0]
  return { claimed: claimed.length, done }
}

type Request = Awaited<ReturnType<typeof readRequest>>
type Outcome = keyof Asked | undefined

/** Of a claimed waybill. `isNew`: the platform was not asked for it before. undefined: nothing was to be done. */
export async function settleWaybill(id: number, { isNew = false } = {}): Promise<Outcome> {
  const { db } = await connection()
  const request = await readRequest(db, id)
  const { row, isNeeded } = request
  const program = await miniProgram()
  try {
    if (row.state === 'creating') return await make(program, request, isNew)
    if (row.state === 'canceling') return await cancel(program, request)
    if (row.state !== 'ready') return undefined
    if (!isNeeded && (await conclude(row.id, ['ready'], { state: 'canceling', next_try_at: claimedUntil })))
      return await cancel(program, request)
    await conclude(row.id, ['ready'], { next_try_at: nextLook, updated_at: waybill.updated_at })
    return undefined
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    await conclude(row.id, ['creating', 'canceling'], later(row.tries))
    return 'failed'
  }
}

const longestWaitMinutes = 60

const later = (tries: number): Changes => ({
  tries: sql`tries + 1`,
  next_try_at: sql`now() + make_interval(mins => ${Math.min(2 ** tries, longestWaitMinutes)})`,
})

/** Without an answer about the waybill: too many requests, the limit of the day, or the access token is refused. */
const unanswered = new Set([44990, 45009, 45011, 40001, 40014, 42001])

const reasonOf = ({ code, text }: WaybillRefusal) => ({ reason_code: code, reason_text: text })

/** By which the platform knows the waybill. */
const knownOf = ({ row, openid }: Request) => ({
  order_id: row.key,
  openid: openid ?? '',
  delivery_id: row.delivery_id,
})

/** Asks for what is there first, unless it is new: an answer that was lost has perhaps made the waybill. */
async function make(program: MiniProgram, request: Request, isNew: boolean): Promise<Outcome> {
  const { row, openid, wanted } = request
  if (!isNew) {
    const there = await find(program, request)
    if (there) return there
  }
  // The customer has closed the account meanwhile.
  if (openid === null) return (await conclude(row.id, ['creating'], failed)) ? 'refused' : undefined
  const added = await addWaybill(program, wanted(openid)).catch(async (error: unknown) => {
    const there = error instanceof ProviderFailure ? await find(program, request) : undefined
    if (there === undefined) throw error
    return there
  })
  if (typeof added === 'string') return added
  checkpoint('waybill added')
  if ('tracking_no' in added) return made(row, added.tracking_no)
  // An earlier try may have made it: the platform then refuses the key.
  const there = await find(program, request)
  if (there) return there
  if (unanswered.has(added.refused.errcode)) {
    await conclude(row.id, ['creating'], { ...later(row.tries), ...reasonOf(added.refused) })
    return 'failed'
  }
  await conclude(row.id, ['creating'], { ...failed, ...reasonOf(added.refused) })
  return 'refused'
}

const failed = { state: 'failed', next_try_at: null } as const

/** undefined: the platform has no such waybill. Throws if it does not say. */
async function lookUp(program: MiniProgram, request: Request) {
  const there = await getWaybill(program, knownOf(request))
  if (!('refused' in there)) return there
  // That of a known number is there.
  if (unanswered.has(there.refused.errcode) || request.row.tracking_no !== null)
    throw new ProviderFailure('The platform did not say whether it has the waybill.')
  return undefined
}

/** Stores what the platform has. undefined: it has no such waybill. */
async function find(program: MiniProgram, request: Request): Promise<Outcome> {
  const there = await lookUp(program, request)
  if (!there) return undefined
  if (!there.is_canceled) return made(request.row, there.tracking_no)
  await conclude(request.row.id, ['creating'], { ...failed, tracking_no: there.tracking_no })
  return 'refused'
}

const answered = { reason_code: null, reason_text: null, tries: 0 } as const

async function made(row: Request['row'], tracking_no: string): Promise<Outcome> {
  const { id } = row
  const { transaction } = await connection()
  const isNeeded = await transaction(async (tx) => {
    const isShipped = await hasParcel(tx, { ...row, tracking_no })
    const state = isShipped ? 'shipped' : 'ready'
    const [ready] = await tx
      .update(waybill)
      .set({ ...answered, tracking_no, state, next_try_at: isShipped ? null : nextLook, version: sql`version + 1` })
      .where(and(eq(waybill.id, id), eq(waybill.state, 'creating')))
      .returning({ account_id: waybill.account_id })
    if (!ready) return false
    await tx
      .update(carrier_account)
      .set({ quota: sql`greatest(quota - 1, 0)`, updated_at: carrier_account.updated_at })
      .where(eq(carrier_account.id, ready.account_id))
    return true
  })
  // Canceled meanwhile, when the platform did not know it yet.
  if (!isNeeded)
    await conclude(id, ['canceling', 'canceled', 'failed'], {
      tracking_no,
      state: 'canceling',
      next_try_at: sql`now()`,
    })
  return 'settled'
}

const canceled = { ...answered, state: 'canceled', next_try_at: null } as const

/** A number that the platform did not say before is asked for. */
async function cancel(program: MiniProgram, request: Request): Promise<Outcome> {
  const { row } = request
  const tracking_no = row.tracking_no ?? (await validNumber(program, request))
  if (tracking_no !== undefined) {
    const answer = await cancelWaybill(program, { ...knownOf(request), waybill_id: tracking_no })
    // Refused as well once it is canceled.
    if ('refused' in answer && (await validNumber(program, request)) !== undefined) {
      if (unanswered.has(answer.refused.errcode)) throw new ProviderFailure('The platform did not cancel the waybill.')
      const kept = { state: 'ready', tracking_no, next_try_at: null, tries: 0 } as const
      await conclude(row.id, ['canceling'], { ...kept, ...reasonOf(answer.refused) })
      return 'refused'
    }
    checkpoint('waybill canceled')
  }
  await conclude(row.id, ['canceling'], canceled)
  return 'settled'
}

/** undefined: the platform has no such waybill, or has canceled it. */
async function validNumber(program: MiniProgram, request: Request): Promise<string | undefined> {
  const there = await lookUp(program, request)
  return there?.is_canceled ? undefined : there?.tracking_no
}

/** A ready waybill that was canceled elsewhere, such as in the console of the platform. */
export const noteCanceled = (id: number) => conclude(id, ['ready'], canceled)

type Changes = PgUpdateSetSource<typeof waybill>

/** Only from these states. Returns whether it had one of them. */
async function conclude(id: number, from: WaybillState[], changes: Changes): Promise<boolean> {
  const { db } = await connection()
  const changed = await db
    .update(waybill)
    .set({ ...changes, ...('state' in changes && { version: sql`version + 1` }) })
    .where(and(eq(waybill.id, id), inArray(waybill.state, from)))
    .returning({ id: waybill.id })
  return changed.length > 0
}
