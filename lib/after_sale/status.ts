import { and, eq, exists, sql } from 'drizzle-orm'
import { type AfterSaleAction, type AfterSaleStatus, openAfterSaleStatuses, type UserKind } from '@/db/enums'
import { after_sale, after_sale_item, after_sale_log, after_sale_picture } from '@/db/schema/after_sale'
import { file_object } from '@/db/schema/file'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { type Updatable, updateRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { disputeUntil } from './deadline'

/**
 * The state machine of an after-sale case: for each transition, the statuses it starts from, the one it leads to, and who
 * may make it. A transition is one update and one row of `after_sale_log`, under the locks of the order and of the case; of
 * two that compete, only one happens.
 */
const transitions = {
  /** Money alone is approved; the system does so where nobody has decided in time and nothing was shipped. */
  approve: { from: ['requested'], to: 'refunding', by: ['staff', 'system'] },
  /** The goods are to be sent back first. */
  approve_return: { from: ['requested'], to: 'returning', by: ['staff'] },
  /** Also where the goods do not come: what was approved is not paid without them. */
  reject: { from: ['requested', 'returning'], to: 'rejected', by: ['staff'] },
  withdraw: { from: ['requested', 'returning'], to: 'withdrawn', by: ['customer'] },
  /** The customer has sent the goods. */
  return: { from: ['returning'], to: 'returned', by: ['customer'] },
  /** The goods were not sent in time. */
  lapse: { from: ['returning'], to: 'expired', by: ['system'] },
  /** The goods have arrived and are accepted; also those that were handed over without a parcel. */
  receive: { from: ['returning', 'returned'], to: 'refunding', by: ['staff'] },
  /** The goods have arrived and are not accepted. */
  refuse: { from: ['returned'], to: 'disputed', by: ['staff'] },
  dispute: { from: ['rejected'], to: 'disputed', by: ['customer'] },
  /** The dispute is decided for the customer. */
  grant: { from: ['disputed'], to: 'refunding', by: ['staff'] },
  /** The dispute is decided against the customer, for good. */
  deny: { from: ['disputed'], to: 'rejected', by: ['staff'] },
  /** The provider has paid the money back. */
  finish: { from: ['refunding'], to: 'done', by: ['provider'] },
  /** The refund has failed and staff have closed it: what is to become of the case has to be decided again. */
  fail: { from: ['refunding'], to: 'disputed', by: ['staff'] },
} as const satisfies Record<
  Exclude<AfterSaleAction, 'request'>,
  { from: readonly AfterSaleStatus[]; to: AfterSaleStatus; by: readonly (UserKind | 'provider' | 'system')[] }
>

export type Transition = keyof typeof transitions
export type CaseRow = typeof after_sale.$inferSelect

const openStatuses: readonly AfterSaleStatus[] = openAfterSaleStatuses
const isOpen = (status: AfterSaleStatus) => openStatuses.includes(status)

interface TransitionRequest {
  /** The id of the user who makes it; null: the provider or the system. */
  actor: number | null
  /** Further columns to write. */
  set?: Omit<Updatable<typeof after_sale>, 'status' | 'open' | 'closed_at' | 'updated_by'>
  /** What the customer is told. */
  note?: string | undefined
}

/** Makes a transition of a locked case. Throws `order_state`; `after_sale_open` where it opens and its lines are in another. */
export async function transition(
  tx: Database,
  locked: CaseRow,
  name: Transition,
  { actor, set, note = '' }: TransitionRequest,
): Promise<CaseRow> {
  requireStatus(locked.status, name)
  const { to } = transitions[name]
  if (isOpen(to) !== locked.open) await setOpen(tx, locked, isOpen(to))
  const moved = await updateRow(tx, after_sale, locked.id, {
    next_try_at: null,
    ...set,
    status: to,
    open: isOpen(to),
    closed_at: isOpen(to) ? null : sql`now()`,
    updated_by: actor,
  })
  await tx
    .insert(after_sale_log)
    .values({ after_sale_id: locked.id, action: name, from_status: locked.status, to_status: to, actor, note })
  return moved
}

/** Throws `order_state` where a case in this status does not allow the transition. */
export function requireStatus(status: AfterSaleStatus, name: Transition): void {
  const from: readonly AfterSaleStatus[] = transitions[name].from
  if (from.includes(status)) return
  throw problem('order_state', {
    detail: `The request is ${status}; ${name} is possible only when it is ${from.join(' or ')}.`,
  })
}

/** How long pictures are kept after their case was closed. */
const pictureDays = 180

/** Opens the lines of a case again, or lets them go. Its pictures are removed some time after it was closed. */
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
    // Those of a closed account are removed already.
    .where(and(exists(pictures), sql`${file_object.user_id} is not null`))
}

/** The order is locked, so that no other case of its lines is opened meanwhile. */
async function refuseSecond(tx: Database, id: number): Promise<void> {
  const lines = sql`select i.order_item_id from after_sale_item i where i.after_sale_id = ${id}`
  const others = await tx.$count(after_sale_item, and(eq(after_sale_item.open, true), sql`order_item_id in (${lines})`))
  if (others > 0) throw openCase()
}

/** 409 `after_sale_open`: a line is in an open case. */
export const openCase = () =>
  problem('after_sale_open', { detail: 'A return request for these pieces is open: decide it first.' })

/** What the state of a case allows its customer. */
export const customerActionsOf = (
  { status, disputed_at, rejected_at }: Pick<CaseRow, 'status' | 'disputed_at' | 'rejected_at'>,
  now = new Date(),
) =>
  (['return', 'withdraw', 'dispute'] as const).filter((action) => {
    const from: readonly AfterSaleStatus[] = transitions[action].from
    return from.includes(status) && (action !== 'dispute' || isDisputable({ disputed_at, rejected_at }, now))
  })

/** Whether a rejected case may be disputed: once, and within seven days. */
export const isDisputable = (
  { disputed_at, rejected_at }: Pick<CaseRow, 'disputed_at' | 'rejected_at'>,
  now = new Date(),
): boolean => disputed_at === null && rejected_at !== null && now < disputeUntil(rejected_at)

/** What the state of a case allows staff: what gives the customer their money comes first. */
export const staffActionsOf = ({ status }: { status: AfterSaleStatus }) =>
  (['approve', 'receive', 'reject', 'refuse', 'decide'] as const).filter((action) => {
    const from: readonly AfterSaleStatus[] = transitions[action === 'decide' ? 'grant' : action].from
    return from.includes(status)
  })
