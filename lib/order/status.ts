import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { OrderAction, OrderStatus, UserKind } from '@/db/enums'
import { order, order_log } from '@/db/schema/order'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { customerActions } from './schema'

/**
 * The state machine of an order: for each transition, the statuses it starts from, the one it leads to, and who may make
 * it. A transition is one conditional update and one row of `order_log`; of two that compete, only one happens.
 */
export const transitions = {
  /** The provider reported the payment. */
  pay: { from: ['unpaid'], to: 'paid', by: ['provider'] },
  /** Returns the stock. */
  cancel: { from: ['unpaid'], to: 'cancelled', by: ['customer', 'staff'] },
  /** Not paid in time: returns the stock. */
  expire: { from: ['unpaid'], to: 'cancelled', by: ['system'] },
  /** Paid after it was cancelled, while the stock was still available: reserves it again. */
  revive: { from: ['cancelled'], to: 'paid', by: ['provider'] },
  /** The last parcel left, or the last pieces that had not been shipped were refunded. */
  ship: { from: ['paid'], to: 'shipped', by: ['staff', 'system'] },
  /** The customer confirmed receipt, or enough days have passed since it was shipped and no refund is under way. */
  complete: { from: ['shipped'], to: 'completed', by: ['customer', 'system'] },
  /** The whole paid amount was refunded, or all pieces before any was shipped. */
  refund: { from: ['paid', 'shipped', 'completed'], to: 'refunded', by: ['system'] },
} as const satisfies Record<
  Exclude<OrderAction, 'place' | 'reprice' | 'readdress'>,
  { from: readonly OrderStatus[]; to: OrderStatus; by: readonly (UserKind | 'provider' | 'system')[] }
>

/** The statuses from which nothing follows but refunds, and a late payment of a cancelled order. */
const finished: readonly OrderStatus[] = ['completed', 'cancelled', 'refunded']

/** Whether an order is over for its customer. */
export const isFinished = (status: OrderStatus): boolean => finished.includes(status)

/** The orders that this customer has and sees; those that they removed are as good as missing for them. */
export const ownedBy = (user_id: number) => and(eq(order.user_id, user_id), isNull(order.hidden_at))

export type Transition = keyof typeof transitions

interface TransitionRequest {
  /** The id of the user who makes it; null: the provider or the system. */
  actor: number | null
  /** Further columns to write. */
  set?: Omit<PgUpdateSetSource<typeof order>, 'status'>
  /** Further conditions, such as the owner. */
  where?: SQL | undefined
  detail?: string
}

/** Makes a transition if the order's status allows it; returns the updated order. Undefined: nothing was changed. */
export async function tryTransition(tx: Database, id: number, name: Transition, request: TransitionRequest) {
  const from: readonly OrderStatus[] = transitions[name].from
  const [locked] = await tx
    .select({ id: order.id, status: order.status })
    .from(order)
    .where(and(eq(order.id, id), inArray(order.status, [...from]), request.where))
    .for('no key update')
  return locked && transitionLocked(tx, locked, name, request)
}

/** The same for an order that this transaction has already locked. */
export async function transitionLocked(
  tx: Database,
  locked: { id: number; status: OrderStatus },
  name: Transition,
  { actor, set, detail }: Omit<TransitionRequest, 'where'>,
) {
  const { from, to } = transitions[name]
  const allowed: readonly OrderStatus[] = from
  if (!allowed.includes(locked.status)) return undefined
  // The order is locked, so the update cannot miss and both statements can be sent together.
  const [[updated]] = await Promise.all([
    tx
      .update(order)
      .set({ next_try_at: null, ...set, status: to, version: sql`${order.version} + 1` })
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

/** The same, but throws `not_found` or `order_state` where the transition is not possible. */
export async function transition(tx: Database, id: number, name: Transition, request: TransitionRequest) {
  const updated = await tryTransition(tx, id, name, request)
  if (updated) return updated
  const { status } = await getRow(tx, order, id, { where: request.where })
  throw orderStateProblem(status, name)
}

/** `order_state`: the order's status does not allow this transition. */
export const orderStateProblem = (status: OrderStatus, name: Transition) =>
  problem('order_state', {
    detail: `The order is ${status}; ${name} is possible only when it is ${transitions[name].from.join(' or ')}.`,
  })

const dayMilliseconds = 86_400_000

/** Until when something can be asked for about an order that was completed or refunded then. */
export const afterSaleUntil = (closed_at: Date, days: number) => new Date(closed_at.getTime() + days * dayMilliseconds)

/** The statuses of orders that money can be paid back of: all pieces may have been refunded for less than was paid. */
export const refundable: readonly OrderStatus[] = [...transitions.refund.from, 'refunded']

/** The last success of a refund of an order that is refunded, for queries of "order". */
export const refunded_at = sql<Date | null>`(
  select max(r.succeeded_at) from refund r join payment p on p.id = r.payment_id
  where p.order_id = "order".id and "order".status = 'refunded' and "order".promised_amount < "order".paid_amount)`.mapWith(
  order.completed_at,
)

interface Actionable {
  status: OrderStatus
  expires_at: Date
  completed_at: Date | null
  /** When the last refund of an order that is refunded succeeded; null: it is not refunded. */
  refunded_at: Date | null
  /** In fen. */
  total_amount: number
  paid_amount: number
  freight_amount: number
  promised_amount: number
  promised_freight: number
}

/** What was paid for goods and is not being paid back. A reduction larger than the goods reaches the freight. */
const goodsLeft = ({ paid_amount, freight_amount, promised_amount, promised_freight }: Actionable) =>
  Math.max(0, paid_amount - freight_amount) - (promised_amount - promised_freight)

/** Whether a case can be opened: something was paid for goods that is not being paid back, and the days are not over. */
function hasAfterSale(order: Actionable, settings: Settings, now: Date) {
  const { status, completed_at, refunded_at } = order
  const days = Math.max(settings['after_sale.days'], settings['after_sale.quality_days'])
  const closed_at = refunded_at ?? completed_at
  return (
    refundable.includes(status) && goodsLeft(order) > 0 && (closed_at === null || now < afterSaleUntil(closed_at, days))
  )
}

/** For each action, whether the state of an order allows it. */
const allowed: Record<(typeof customerActions)[number], (order: Actionable, settings: Settings, now: Date) => boolean> =
  {
    pay: ({ status, expires_at, total_amount }, _, now) => status === 'unpaid' && expires_at > now && total_amount > 0,
    cancel: ({ status }) => status === 'unpaid',
    confirm: ({ status }) => status === 'shipped',
    after_sale: hasAfterSale,
    remove: ({ status }) => isFinished(status),
  }

/** The actions that the customer can take now. After `expires_at`, an unpaid order can still be cancelled but not paid. */
export const actionsOf = (order: Actionable, settings: Settings, now = new Date()) =>
  customerActions.filter((action) => allowed[action](order, settings, now))
