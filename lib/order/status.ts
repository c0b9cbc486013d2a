import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { type OrderStatus, order, order_log, type orderActions } from '@/db/schema/order'
import { problem } from '@/lib/api/problem'
import type { Database } from '@/lib/database'

/**
 * The life of an order, all of it: which move leads from where to where, and who makes it. A move is one conditional
 * update and one row of `order_log`; of two that compete, only one happens.
 */
export const moves = {
  /** The provider says it is paid. */
  pay: { from: ['unpaid'], to: 'paid', by: ['provider'] },
  /** Gives the stock back. */
  cancel: { from: ['unpaid'], to: 'cancelled', by: ['customer', 'staff'] },
  /** Nobody paid in time: gives the stock back. */
  expire: { from: ['unpaid'], to: 'cancelled', by: ['system'] },
  /** Paid after it was cancelled, and the stock was still there: takes it again. */
  revive: { from: ['cancelled'], to: 'paid', by: ['provider'] },
  ship: { from: ['paid'], to: 'shipped', by: ['staff'] },
  /** Received, or long enough on its way. */
  complete: { from: ['shipped'], to: 'completed', by: ['customer', 'system'] },
  /** All the money went back. */
  refund: { from: ['paid', 'shipped', 'completed'], to: 'refunded', by: ['system'] },
} as const satisfies Record<
  Exclude<(typeof orderActions)[number], 'place'>,
  { from: readonly OrderStatus[]; to: OrderStatus; by: readonly ('customer' | 'staff' | 'provider' | 'system')[] }
>

export type Move = keyof typeof moves

interface MoveRequest {
  /** The user who makes it; null: the provider or the system. */
  actor: number | null
  /** Columns that change with it. */
  set?: Omit<PgUpdateSetSource<typeof order>, 'status'>
  /** Further conditions, such as the owner. */
  where?: SQL | undefined
  detail?: string
}

/** Makes the move if the order is where it may be made from. Undefined: it is not, and nothing has changed. */
export async function tryMove(tx: Database, id: number, move: Move, { actor, set, where, detail }: MoveRequest) {
  const { from, to } = moves[move]
  const condition = and(eq(order.id, id), inArray(order.status, [...from]), where)
  // The status it had is not in the answer of an update, and a move may have several to come from.
  const [before] = await tx.select({ status: order.status }).from(order).where(condition).for('no key update')
  if (!before) return undefined
  const [moved] = await tx
    .update(order)
    .set({ next_try_at: null, ...set, status: to, version: sql`${order.version} + 1` })
    .where(eq(order.id, id))
    .returning()
  await tx
    .insert(order_log)
    .values({ order_id: id, action: move, from_status: before.status, to_status: to, actor, detail })
  return moved
}

/** The same, for somebody who must be told: throws `not_found` or `order_state`. */
export async function makeMove(tx: Database, id: number, move: Move, request: MoveRequest) {
  const moved = await tryMove(tx, id, move, request)
  if (moved) return moved
  const [found] = await tx
    .select({ status: order.status })
    .from(order)
    .where(and(eq(order.id, id), request.where))
  if (!found) throw problem('not_found', { detail: 'There is no such order.' })
  throw orderState(found.status, move)
}

export const orderState = (status: OrderStatus, move: Move) =>
  problem('order_state', {
    detail: `The order is ${status}; ${move} is possible only when it is ${moves[move].from.join(' or ')}.`,
  })

/** What the customer himself may do next with an order, and the move it is. */
export const customerActions = ['pay', 'cancel', 'confirm'] as const
const moveOf = { pay: 'pay', cancel: 'cancel', confirm: 'complete' } as const

/** An unpaid order whose time is up can still be cancelled, but no longer paid. */
export function actionsOf(
  { status, expires_at, total_amount }: { status: OrderStatus; expires_at: Date; total_amount: number },
  now = new Date(),
) {
  return customerActions.filter((action) => {
    const from: readonly OrderStatus[] = moves[moveOf[action]].from
    return from.includes(status) && (action !== 'pay' || (expires_at > now && total_amount > 0))
  })
}
