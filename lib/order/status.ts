import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { fulfilments, OrderAction, OrderStatus, UserKind } from '@/db/enums'
import { order, order_log } from '@/db/schema/order'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { goodsLeft } from '@/lib/pricing/shares'
import { dayMilliseconds, invoiceRefusal } from './invoiced'
import { customerActions } from './schema'

/**
 * The state machine of an order: for each transition, the statuses before it, the status after it, and the parties that
 * may make it. A transition is one conditional update and one row of `order_log`. Of two concurrent transitions, one
 * fails.
 */
export const transitions = {
  /** The provider reported the payment. */
  pay: { from: ['unpaid'], to: 'paid', by: ['provider'] },
  /** The customer or staff canceled the order. The stock of the order is returned. */
  cancel: { from: ['unpaid'], to: 'cancelled', by: ['customer', 'staff'] },
  /** The order was not paid in time. The stock of the order is returned. */
  expire: { from: ['unpaid'], to: 'cancelled', by: ['system'] },
  /**
   * The payment of a canceled order arrived late while the pieces of the order were still available. The pieces are
   * reserved again.
   */
  revive: { from: ['cancelled'], to: 'paid', by: ['provider'] },
  /** The last pieces were shipped, or all pieces that were not yet shipped were refunded. */
  ship: { from: ['paid'], to: 'shipped', by: ['staff', 'provider'] },
  /** A parcel of a shipped order was revoked. */
  unship: { from: ['shipped'], to: 'paid', by: ['staff'] },
  /**
   * The customer confirmed receipt, the platform reported receipt, enough days have passed since the last parcel was
   * shipped, or staff handed the goods over at a store. The system completes no order with a refund under way or an open case.
   */
  complete: { from: ['shipped'], to: 'completed', by: ['customer', 'system', 'staff'] },
  /** The whole paid amount was refunded, or all pieces were refunded before any was shipped. */
  refund: { from: ['paid', 'shipped', 'completed'], to: 'refunded', by: ['staff', 'provider'] },
} as const satisfies Record<
  Exclude<OrderAction, 'place' | 'reprice' | 'readdress' | 'ask_readdress' | 'withdraw_readdress' | 'refuse_readdress'>,
  { from: readonly OrderStatus[]; to: OrderStatus; by: readonly (UserKind | 'provider' | 'system')[] }
>

/** The statuses after which only refunds, and a late payment of a canceled order, can happen. */
const finished: readonly OrderStatus[] = ['completed', 'cancelled', 'refunded']

/** Whether an order is completed, canceled or refunded. */
export const isFinished = (status: OrderStatus): boolean => finished.includes(status)

/**
 * Returns the condition for a customer's own orders, without the orders that the customer has removed from the list.
 */
export const ownedBy = (user_id: number) => and(eq(order.user_id, user_id), isNull(order.hidden_at))

export type Transition = keyof typeof transitions

interface TransitionRequest<Name extends Transition> {
  /** The party that makes the transition. The compiler refuses parties that may not make this transition. */
  by: (typeof transitions)[Name]['by'][number]
  /** The id of the customer or of the member of staff; null: the provider or the system. */
  actor: number | null
  /** Values of other columns that the update writes. */
  set?: Omit<PgUpdateSetSource<typeof order>, 'status'>
  /** A further condition on the order, such as the owner. */
  where?: SQL | undefined
  detail?: string
}

/**
 * Makes a transition if the status of the order allows the transition. Returns the updated order; undefined: nothing
 * was changed.
 */
export async function tryTransition<Name extends Transition>(
  tx: Database,
  id: number,
  name: Name,
  request: TransitionRequest<Name>,
) {
  const from: readonly OrderStatus[] = transitions[name].from
  const [locked] = await tx
    .select({ id: order.id, status: order.status })
    .from(order)
    .where(and(eq(order.id, id), inArray(order.status, [...from]), request.where))
    .for('no key update')
  return locked && transitionLocked(tx, locked, name, request)
}

/**
 * Makes a transition of an order that this transaction has locked, and returns the updated order; undefined: the status
 * of the order does not allow the transition.
 */
export async function transitionLocked<Name extends Transition>(
  tx: Database,
  locked: { id: number; status: OrderStatus },
  name: Name,
  { actor, set, detail }: Omit<TransitionRequest<Name>, 'where'>,
) {
  const { from, to } = transitions[name]
  const allowed: readonly OrderStatus[] = from
  if (!allowed.includes(locked.status)) return undefined
  // The order is locked, so the update cannot miss and both statements can be sent together.
  const [[updated]] = await Promise.all([
    tx
      .update(order)
      .set({
        next_try_at: null,
        placed_from: null,
        asked_receiver: null,
        ...set,
        status: to,
        version: sql`${order.version} + 1`,
      })
      .where(and(eq(order.id, locked.id), eq(order.status, locked.status)))
      .returning(),
    tx.insert(order_log).values({
      order_id: locked.id,
      action: name,
      from_status: locked.status,
      to_status: to,
      actor,
      detail,
    }),
  ])
  if (!updated) throw new Error('a locked order has changed its status')
  return updated
}

/**
 * Makes a transition and returns the updated order. Throws `not_found`, or `order_state` where the order's status does
 * not allow the transition.
 */
export async function transition<Name extends Transition>(
  tx: Database,
  id: number,
  name: Name,
  request: TransitionRequest<Name>,
) {
  const updated = await tryTransition(tx, id, name, request)
  if (updated) return updated
  const { status } = await getRow(tx, order, id, { where: request.where })
  throw orderStateProblem(status, name)
}

/** Returns the problem `order_state`: the status of the order does not allow this transition. */
export const orderStateProblem = (status: OrderStatus, name: Transition) =>
  problem('order_state', {
    detail: `The order is ${status}; ${name} is possible only when it is ${transitions[name].from.join(' or ')}.`,
  })

/** Returns the time at which return requests end for an order that was completed or refunded at `closed_at`. */
export const afterSaleUntil = (closed_at: Date, days: number) => new Date(closed_at.getTime() + days * dayMilliseconds)

/**
 * The statuses that allow refunds. Includes `refunded`, because all pieces may have been refunded for less than was
 * paid.
 */
export const refundable: readonly OrderStatus[] = [...transitions.refund.from, 'refunded']

/**
 * The time of the last successful refund of a `refunded` order that was not paid back in full, for queries of "order".
 * null in all other cases.
 */
export const refunded_at = sql<Date | null>`(
  select max(r.succeeded_at) from refund r join payment p on p.id = r.payment_id
  where p.order_id = "order".id and "order".status = 'refunded' and "order".promised_amount < "order".paid_amount)`.mapWith(
  order.completed_at,
)

interface Actionable {
  status: OrderStatus
  fulfilment: (typeof fulfilments)[number]
  /** The store where the customer collects the order; null: the order is shipped. */
  store_id: number | null
  expires_at: Date
  paid_at: Date | null
  shipped_at: Date | null
  completed_at: Date | null
  /** Whether the order has an invoice that is in force or requested. */
  has_invoice: boolean
  /** The value of the SQL expression {@link refunded_at}. */
  refunded_at: Date | null
  /** The total in fen, like all amounts below. */
  total_amount: number
  paid_amount: number
  promised_amount: number
  promised_freight: number
  items: readonly { paid_amount: number }[]
}

/**
 * Whether the customer can open an after-sale case: money that was paid for goods is left to pay back, and the period
 * for requests is not over.
 */
function hasAfterSale(order: Actionable, settings: Settings, now: Date) {
  const { status, completed_at, refunded_at } = order
  const days = Math.max(settings['after_sale.days'], settings['after_sale.quality_days'])
  const closed_at = refunded_at ?? completed_at
  return (
    refundable.includes(status) &&
    goodsLeft(order, order.items) > 0 &&
    (closed_at === null || now < afterSaleUntil(closed_at, days))
  )
}

/** For each action of customers, a function that tells whether the state of an order allows the action. */
const allowed: Record<(typeof customerActions)[number], (order: Actionable, settings: Settings, now: Date) => boolean> =
  {
    pay: ({ status, expires_at, total_amount }, _, now) => status === 'unpaid' && expires_at > now && total_amount > 0,
    readdress: ({ status, fulfilment, store_id }) =>
      store_id === null && (status === 'unpaid' || (status === 'paid' && fulfilment === 'none')),
    cancel: ({ status }) => status === 'unpaid',
    confirm: ({ status }) => status === 'shipped',
    after_sale: hasAfterSale,
    invoice: (order, settings, now) => !order.has_invoice && invoiceRefusal(order, settings, now) === undefined,
    remove: ({ status }) => isFinished(status),
  }

/**
 * Returns the actions that the customer can take at `now`. `now` is a time of the database, because the database set
 * `expires_at` and the clock of this server may differ. After `expires_at`, an unpaid order can be canceled but not
 * paid.
 */
export const actionsOf = (order: Actionable, settings: Settings, now: Date) =>
  customerActions.filter((action) => allowed[action](order, settings, now))
