import { and, eq, exists, sql } from 'drizzle-orm'
import { type AfterSaleAction, type AfterSaleStatus, openAfterSaleStatuses } from '@/db/enums'
import { after_sale, after_sale_item, after_sale_log, after_sale_picture } from '@/db/schema/after_sale'
import { file_object } from '@/db/schema/file'
import { recordEvent } from '@/lib/event/record'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { type Updatable, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type Actor, type ActorOf, actorId, office } from '@/lib/kit/people/actor'
import { disputeUntil } from './deadline'

/** One update and one row of `after_sale_log`, under the locks of order and case. Of two at once, one fails. */
const transitions = {
  /** No goods have to be sent back. The system approves only after the deadline, if nothing was shipped. */
  approve: { from: ['requested'], to: 'refunding', by: [...office, 'system'] },
  /** The customer has to send the goods back first. */
  approve_return: { from: ['requested'], to: 'returning', by: office },
  /** From `returning`: the goods do not arrive. An approved amount is not paid without the goods. */
  reject: { from: ['requested', 'returning'], to: 'rejected', by: office },
  withdraw: { from: ['requested', 'returning'], to: 'withdrawn', by: ['customer'] },
  /** The customer has sent the goods. From `returned`: the parcel is corrected. */
  return: { from: ['returning', 'returned'], to: 'returned', by: ['customer', ...office] },
  lapse: { from: ['returning'], to: 'expired', by: ['system'] },
  /** From `returning`: the goods were handed over without a parcel. */
  receive: { from: ['returning', 'returned'], to: 'refunding', by: office },
  /** The goods are not accepted. */
  refuse: { from: ['returned'], to: 'disputed', by: office },
  dispute: { from: ['rejected'], to: 'disputed', by: ['customer'] },
  /** For the customer. */
  grant: { from: ['disputed'], to: 'refunding', by: office },
  /** Against the customer, which is final. */
  deny: { from: ['disputed'], to: 'rejected', by: office },
  finish: { from: ['refunding'], to: 'done', by: ['provider'] },
  /** Staff have closed the failed refund: the case has to be decided again. */
  fail: { from: ['refunding'], to: 'disputed', by: office },
} as const satisfies Record<
  Exclude<AfterSaleAction, 'request'>,
  { from: readonly AfterSaleStatus[]; to: AfterSaleStatus; by: readonly Actor['kind'][] }
>

export type Transition = keyof typeof transitions
/** The compiler refuses other actors. */
export type ActorIn<Name extends Transition> = ActorOf<(typeof transitions)[Name]['by'][number]>
export type CaseRow = typeof after_sale.$inferSelect

const openStatuses: readonly AfterSaleStatus[] = openAfterSaleStatuses
const isOpen = (status: AfterSaleStatus) => openStatuses.includes(status)

interface TransitionRequest<Name extends Transition> {
  actor: ActorIn<Name>
  set?: Omit<Updatable<typeof after_sale>, 'status' | 'open' | 'closed_at' | 'updated_by'>
  /** Stored in the log, read by the customer. */
  note?: string | undefined
}

/** The case is locked. Throws `order_state`, or `after_sale_open` if its lines are in another open case. */
export async function transition<Name extends Transition>(
  tx: Database,
  locked: CaseRow,
  name: Name,
  { actor, set, note = '' }: TransitionRequest<Name>,
): Promise<CaseRow> {
  requireStatus(locked.status, name)
  const { to } = transitions[name]
  const user_id = actorId(actor)
  if (isOpen(to) !== locked.open) await setOpen(tx, locked, isOpen(to))
  const moved = await updateRow(tx, after_sale, locked.id, {
    next_try_at: null,
    ...set,
    status: to,
    open: isOpen(to),
    closed_at: isOpen(to) ? null : sql`now()`,
    updated_by: user_id,
  })
  await writeLog(tx, moved, { action: name, from_status: locked.status, actor: user_id, note })
  return moved
}

/** With its event, in one round trip. The case is the one after the action. */
export async function writeLog(
  tx: Database,
  { id, no, order_id, status, open, requested_amount, approved_amount }: CaseRow,
  entry: Pick<typeof after_sale_log.$inferInsert, 'action' | 'from_status' | 'note'> & { actor: number | null },
): Promise<void> {
  const { action, from_status, actor } = entry
  const type = from_status === null ? 'after_sale.opened' : open ? 'after_sale.changed' : 'after_sale.closed'
  await Promise.all([
    tx.insert(after_sale_log).values({ after_sale_id: id, to_status: status, ...entry }),
    recordEvent(tx, type, {
      resource_id: id,
      actor_id: actor,
      data: { no, order_id, status, action, requested_amount, approved_amount },
    }),
  ])
}

/** Throws `order_state`. */
export function requireStatus(status: AfterSaleStatus, name: Transition): void {
  const from: readonly AfterSaleStatus[] = transitions[name].from
  if (from.includes(status)) return
  throw problem('order_state', {
    detail: `The request is ${status}; ${name} is possible only when it is ${from.join(' or ')}.`,
    members: { state: status, allowed: from },
  })
}

/** Kept after the case was closed. */
const pictureDays = 180

/** Schedules the removal of the pictures of a closed case. */
async function setOpen(tx: Database, { id }: CaseRow, open: boolean): Promise<void> {
  const own = eq(after_sale_item.after_sale_id, id)
  if (open) await refuseSecond(tx, id)
  await tx.update(after_sale_item).set({ open }).where(own)
  const pictures = tx
    .select({ one: sql`1` })
    .from(after_sale_picture)
    .where(and(eq(after_sale_picture.after_sale_id, id), eq(after_sale_picture.object_id, file_object.id)))
  await tx
    .update(file_object)
    .set({ remove_at: open ? null : sql`now() + make_interval(days => ${sql.raw(String(pictureDays))})` })
    // Pictures of a closed account are removed already.
    .where(and(exists(pictures), sql`${file_object.user_id} is not null`))
}

/** Throws `after_sale_open`. The order is locked, so no other case can open meanwhile. */
async function refuseSecond(tx: Database, id: number): Promise<void> {
  const lines = sql`select i.order_item_id from after_sale_item i where i.after_sale_id = ${id}`
  const others = await tx.$count(after_sale_item, and(eq(after_sale_item.open, true), sql`order_item_id in (${lines})`))
  if (others > 0) throw openCaseProblem()
}

/** `line`: one with an open case, if it is known. */
export const openCaseProblem = (line?: { id: number; open_case_id: number | null }) =>
  problem('after_sale_open', {
    detail: 'A return request for these pieces is open: decide it first.',
    ...(line && { members: { order_item_id: line.id, case_id: line.open_case_id } }),
  })

/** The clock of the database has set the deadlines of cases; the clock of this server may differ. */
export const databaseNow = sql<Date>`now()`.mapWith(after_sale.created_at)

/** `now`: a time of the database. */
export const customerActionsOf = (
  { status, disputed_at, rejected_at }: Pick<CaseRow, 'status' | 'disputed_at' | 'rejected_at'>,
  now: Date,
) =>
  (['return', 'withdraw', 'dispute'] as const).filter((action) => {
    const from: readonly AfterSaleStatus[] = transitions[action].from
    return from.includes(status) && (action !== 'dispute' || isDisputable({ disputed_at, rejected_at }, now))
  })

/** Once, within seven days of the rejection. `now`: a time of the database. */
export const isDisputable = (
  { disputed_at, rejected_at }: Pick<CaseRow, 'disputed_at' | 'rejected_at'>,
  now: Date,
): boolean => disputed_at === null && rejected_at !== null && now < disputeUntil(rejected_at)

/** Actions that pay the customer come first; `return`, which decides nothing, comes last. */
export const staffActionsOf = ({ status }: { status: AfterSaleStatus }) =>
  (['approve', 'receive', 'reject', 'refuse', 'decide', 'return'] as const).filter((action) => {
    const from: readonly AfterSaleStatus[] = transitions[action === 'decide' ? 'grant' : action].from
    return from.includes(status)
  })
