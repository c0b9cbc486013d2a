import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { EventType, fulfilments, OrderAction, OrderStatus } from '@/db/enums'
import { order, order_log } from '@/db/schema/order'
import { recordEvent } from '@/lib/event/record'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { type Actor, type ActorOf, actorId, office } from '@/lib/kit/people/actor'
import { goodsLeft } from '@/lib/pricing/shares'
import { dayMilliseconds, invoiceRefusal } from './invoiced'
import { customerActions } from './schema'
import { reviewWaybills } from './waybill/use'

/** Each transition is one conditional update and one row of `order_log`. Of two concurrent transitions, one fails. */
export const transitions = {
  pay: { from: ['unpaid'], to: 'paid', by: ['provider'] },
  /** Returns the stock of the order. */
  cancel: { from: ['unpaid'], to: 'cancelled', by: ['customer', ...office] },
  /** Returns the stock of the order. */
  expire: { from: ['unpaid'], to: 'cancelled', by: ['system'] },
  /** A canceled order's payment arrived late while its pieces were still available. They are reserved again. */
  revive: { from: ['cancelled'], to: 'paid', by: ['provider'] },
  /** The last pieces were shipped, or all pieces that were not yet shipped were refunded. */
  ship: { from: ['paid'], to: 'shipped', by: [...office, 'provider'] },
  unship: { from: ['shipped'], to: 'paid', by: office },
  /** The system completes no order with a refund under way or an open case. */
  complete: { from: ['shipped'], to: 'completed', by: ['customer', 'system', ...office] },
  /** The whole paid amount was refunded, or all pieces were refunded before any was shipped. */
  refund: { from: ['paid', 'shipped', 'completed'], to: 'refunded', by: [...office, 'provider'] },
} as const satisfies Record<
  Exclude<OrderAction, 'place' | 'reprice' | 'readdress' | 'ask_readdress' | 'withdraw_readdress' | 'refuse_readdress'>,
  { from: readonly OrderStatus[]; to: OrderStatus; by: readonly Actor['kind'][] }
>

/** Only refunds, and a late payment of a canceled order, can follow. */
const finished: readonly OrderStatus[] = ['completed', 'cancelled', 'refunded']

export const isFinished = (status: OrderStatus): boolean => finished.includes(status)

/** Without the orders that the customer has removed from the list. */
export const ownedBy = (user_id: number) => and(eq(order.user_id, user_id), isNull(order.hidden_at))

export type Transition = keyof typeof transitions

interface TransitionRequest<Name extends Transition> {
  /** The compiler refuses actors that may not make this transition. */
  actor: ActorOf<(typeof transitions)[Name]['by'][number]>
  set?: Omit<PgUpdateSetSource<typeof order>, 'status'>
  where?: SQL | undefined
  detail?: string
}

/** undefined: the status does not allow the transition. */
export async function tryTransition<Name extends Transition>(
  tx: Database,
  id: number,
  name: Name,
  request: TransitionRequest<Name>,
) {
  const from: readonly OrderStatus[] = transitions[name].from
  const [locked] = await tx
    .select({ id: order.id, status: order.status, order_no: order.order_no, total_amount: order.total_amount })
    .from(order)
    .where(and(eq(order.id, id), inArray(order.status, [...from]), request.where))
    .for('no key update')
  return locked && transitionLocked(tx, locked, name, request)
}

/** The transaction has locked the order. undefined: the status does not allow the transition. */
export async function transitionLocked<Name extends Transition>(
  tx: Database,
  locked: LoggedOrder,
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
    writeLog(tx, locked, { action: name, to_status: to, actor, detail }),
  ])
  if (!updated) throw new Error('a locked order has changed its status')
  if (name === 'ship' || name === 'refund') await reviewWaybills(tx, locked.id)
  return updated
}

export type LoggedOrder = Pick<typeof order.$inferSelect, 'id' | 'status' | 'order_no' | 'total_amount'>

/** By default, `order.changed`. */
const eventOf: Partial<Record<OrderAction, OrderEvent>> = {
  pay: 'order.paid',
  revive: 'order.paid',
  ship: 'order.shipped',
  complete: 'order.completed',
  cancel: 'order.cancelled',
  expire: 'order.cancelled',
}
type OrderEvent = Extract<EventType, `order.${string}`>

interface LogEntry extends Pick<typeof order_log.$inferInsert, 'action' | 'detail'> {
  actor: Actor
  /** By default, the status stays. */
  to_status?: OrderStatus
}

/** The order is the one after the action. */
export const recordOrder = (
  tx: Database,
  { id, order_no, status, total_amount }: LoggedOrder,
  { action, actor_id }: { action: OrderAction; actor_id: number | null },
) =>
  recordEvent(tx, eventOf[action] ?? 'order.changed', {
    resource_id: id,
    actor_id,
    data: { order_no, status, action, total_amount },
  })

/** With its event, in one round trip. */
export async function writeLog(
  tx: Database,
  locked: LoggedOrder,
  { actor, to_status = locked.status, ...entry }: LogEntry,
): Promise<void> {
  const [actor_id, { action }] = [actorId(actor), entry]
  await Promise.all([
    tx
      .insert(order_log)
      .values({ order_id: locked.id, from_status: locked.status, to_status, actor: actor_id, ...entry }),
    recordOrder(tx, { ...locked, status: to_status }, { action, actor_id }),
  ])
}

/** Throws `not_found` or `order_state`. */
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

export const orderStateProblem = (status: OrderStatus, name: Transition) =>
  problem('order_state', {
    detail: `The order is ${status}; ${name} is possible only when it is ${transitions[name].from.join(' or ')}.`,
    members: { state: status, allowed: transitions[name].from },
  })

/** Takes the time of the completion or of the last refund. */
export const afterSaleUntil = (closed_at: Date, days: number) => new Date(closed_at.getTime() + days * dayMilliseconds)

/** `refunded`: all pieces may have been refunded for less than was paid. */
export const refundable: readonly OrderStatus[] = [...transitions.refund.from, 'refunded']

/** Of a `refunded` order not paid back in full, the last refund; otherwise null. For queries of "order". */
export const refunded_at = sql<Date | null>`(
  select max(r.succeeded_at) from refund r join payment p on p.id = r.payment_id
  where p.order_id = "order".id and "order".status = 'refunded' and "order".promised_amount < "order".paid_amount)`.mapWith(
  order.completed_at,
)

interface Actionable {
  status: OrderStatus
  fulfilment: (typeof fulfilments)[number]
  /** null: the order is shipped. */
  store_id: number | null
  expires_at: Date
  paid_at: Date | null
  shipped_at: Date | null
  completed_at: Date | null
  /** In force or requested. */
  has_invoice: boolean
  refunded_at: Date | null
  /** In fen, like all amounts below. */
  total_amount: number
  paid_amount: number
  promised_amount: number
  promised_freight: number
  items: readonly { paid_amount: number }[]
}

/** Money paid for goods is left to pay back, and the period for requests is not over. */
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

/** `now` is a time of the database, which set `expires_at`; the clock of this server may differ. */
export const actionsOf = (order: Actionable, settings: Settings, now: Date) =>
  customerActions.filter((action) => allowed[action](order, settings, now))
