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
export async function tryMove(tx: Database, id: number, move: Move, request: MoveRequest) {
  const from: readonly OrderStatus[] = moves[move].from
  const [held] = await tx
    .select({ id: order.id, status: order.status })
    .from(order)
    .where(and(eq(order.id, id), inArray(order.status, [...from]), request.where))
    .for('no key update')
  return held && moveHeld(tx, held, move, request)
}

/** The same for an order that this transaction has read under its lock. */
export async function moveHeld(
  tx: Database,
  held: { id: number; status: OrderStatus },
  move: Move,
  { actor, set, detail }: Omit<MoveRequest, 'where'>,
) {
  const { from, to } = moves[move]
  const allowed: readonly OrderStatus[] = from
  if (!allowed.includes(held.status)) return undefined
  // Sent together: the lock is held, so the condition is but the belt to those braces.
  const [[moved]] = await Promise.all([
    tx
      .update(order)
      .set({ next_try_at: null, ...set, status: to, version: sql`${order.version} + 1` })
      .where(and(eq(order.id, held.id), eq(order.status, held.status)))
      .returning(),
    tx
      .insert(order_log)
      .values({ order_id: held.id, action: move, from_status: held.status, to_status: to, actor, detail }),
  ])
  if (!moved) throw new Error('an order that was locked has moved')
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
