import { isDeepStrictEqual } from 'node:util'
import { and, eq, getTableColumns, inArray, isNull, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { address } from '@/db/schema/address'
import { order, order_item, order_log, type Receiver, shipment } from '@/db/schema/order'
import { order_discount, order_item_discount } from '@/db/schema/promotion'
import { placeOf } from '@/lib/address/place'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { lockRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { yuanOf } from '@/lib/kit/money'
import type { Actor, Staff } from '@/lib/kit/people/actor'
import { requirePossible } from '@/lib/order/actions'
import { linesOf } from '@/lib/order/lines'
import { trackRefusedAgain } from '@/lib/order/parcel/queue'
import { noAddress } from '@/lib/order/place/receiver'
import type { ReceiverChoice } from '@/lib/order/schema'
import type { PhoneInput } from '@/lib/order/ship/cms-schema'
import { ownedBy, writeLog } from '@/lib/order/status'
import { releaseCoupon } from '@/lib/pricing/exits'
import { returnToDeal } from '@/lib/pricing/held-deals'
import type { StoredDiscount } from '@/lib/pricing/reprice'
import { carrierWithPhone } from '@/lib/shipping_report/next'
import { retryReport } from '@/lib/shipping_report/queue'
import { requireSameFreight } from './agreed-freight'
import { closeOpenPayments } from './cancel'
import type { OrderChanges } from './cms-schema'
import { type Repricing, repricingOf } from './repricing'

type Input = z.output<typeof OrderChanges>
type OrderRow = typeof order.$inferSelect

const { name, mobile, province, city, district, detail, postal_code } = getTableColumns(address)
const receiverColumns = { name, mobile, province, city, district, detail, postal_code }

/**
 * Returns whether an amount changed, which closes the open payment; if the customer still pays it, the money is paid
 * back. Throws `not_found`, `stale_version`, `order_state`, or `invalid_request` naming the amount, the line or the
 * address.
 */
export async function editOrder(
  tx: Database,
  id: number,
  input: Input,
  { actor, settings }: { actor: Staff; settings: Settings },
): Promise<boolean> {
  const locked = await lockRow(tx, order, id, { version: input.version })
  const lines = await linesOf(tx, id)
  const judged = { ...locked, items: lines }
  const isAboutMoney = [input.items, input.discount_amount, input.freight_amount].some((given) => given !== undefined)
  if (isAboutMoney) requirePossible('reprice', judged)
  if (input.receiver) requirePossible('readdress', judged)
  if (input.receiver && locked.store_id !== null) requireSamePlace(locked.receiver, input.receiver)
  const money = isAboutMoney ? await repricingOf(tx, { order: locked, lines, input, settings }) : undefined
  if (money) await writePrices(tx, locked, money, actor)
  if (input.receiver) await writeLog(tx, locked, readdressed(locked.receiver, input.receiver, actor))
  else if (input.asked_receiver === null) await refuseAddress(tx, locked, actor)
  await updateRow(tx, order, id, {
    ...money?.amounts,
    // The fee is no longer that of the templates.
    ...(money && money.amounts.freight_amount !== locked.freight_amount && { freight_detail: [] }),
    ...(input.receiver && { receiver: { ...input.receiver, postal_code: input.receiver.postal_code ?? null } }),
    ...((input.receiver || input.asked_receiver === null) && { asked_receiver: null }),
    external_id: input.external_id,
    tags: input.tags,
    updated_by: actor.user_id,
  })
  return money !== undefined
}

/** An order for pick-up keeps the address of its store. Throws `invalid_request`. */
function requireSamePlace(before: Receiver, after: NonNullable<Input['receiver']>): void {
  for (const part of ['province', 'city', 'district', 'detail'] as const)
    if (after[part] !== before[part])
      throw invalid('body', `receiver.${part}`, 'not_allowed', 'An order to collect stays at the address of its store.')
}

/** Throws `order_state` where the customer has asked for no address. */
async function refuseAddress(tx: Database, locked: OrderRow, actor: Staff): Promise<void> {
  if (!locked.asked_receiver) throw problem('order_state', { detail: 'The customer asks for no other address.' })
  await writeLog(tx, locked, { action: 'refuse_readdress', actor, detail: shown(locked.receiver) })
}

/** Most requests and refusals per order. A withdrawn request counts as a request, not as a refusal. */
const mostRequests = { ask_readdress: 10, refuse_readdress: 3 } as const

/**
 * An unpaid order gets the address at once; for a paid order without shipments it is a request. null, or the current
 * address, withdraws the request. Throws `not_found`, `order_state`, `limit_reached`, `not_deliverable`, or
 * `invalid_request` (another shipping fee).
 */
export async function readdress(
  tx: Database,
  user_id: number,
  id: number,
  { address_id }: z.output<typeof ReceiverChoice>,
  settings: Settings,
): Promise<void> {
  const locked = await lockRow(tx, order, id, { where: ownedBy(user_id) })
  if (locked.store_id !== null)
    throw problem('order_state', { detail: 'The order is collected at a store: it has no other address.' })
  const isPaid = locked.status === 'paid' && locked.fulfilment === 'none'
  if (locked.status !== 'unpaid' && !isPaid)
    throw problem('order_state', {
      detail: 'The address can be changed only before anything is shipped.',
    })
  const receiver = address_id === null ? locked.receiver : await addressOf(tx, user_id, address_id)
  const actor = { kind: 'customer', user_id } as const
  const isPresent = isDeepStrictEqual(receiver, locked.receiver)
  if (isPaid) {
    const asked_receiver = isPresent ? null : receiver
    if (isDeepStrictEqual(asked_receiver, locked.asked_receiver)) return
    if (asked_receiver) {
      await requireFewRequests(tx, id)
      await writeLog(tx, locked, { action: 'ask_readdress', actor, detail: shown(asked_receiver) })
    } else {
      await writeLog(tx, locked, { action: 'withdraw_readdress', actor, detail: shown(locked.receiver) })
    }
    await updateRow(tx, order, id, { asked_receiver, updated_by: user_id })
  } else if (!isPresent) {
    await requireSameFreight(tx, locked, { to: receiver, settings })
    await writeLog(tx, locked, readdressed(locked.receiver, receiver, actor))
    await updateRow(tx, order, id, { receiver, updated_by: user_id })
  }
}

/** Throws `limit_reached`. */
async function requireFewRequests(tx: Database, order_id: number): Promise<void> {
  for (const action of ['ask_readdress', 'refuse_readdress'] as const) {
    const made = await tx.$count(order_log, and(eq(order_log.order_id, order_id), eq(order_log.action, action)))
    if (made >= mostRequests[action])
      throw problem('limit_reached', { detail: 'No further address can be requested for this order. Call the shop.' })
  }
}

/** undefined: the default address. Throws `invalid_request` naming `address_id`. */
async function addressOf(tx: Database, user_id: number, address_id: number | undefined): Promise<Receiver> {
  const [receiver] = await tx
    .select(receiverColumns)
    .from(address)
    .where(
      and(eq(address.user_id, user_id), address_id === undefined ? address.is_default : eq(address.id, address_id)),
    )
  if (!receiver) throw noAddress(address_id)
  return receiver
}

const shown = (receiver: Receiver) => [receiver.name, receiver.mobile, placeOf(receiver)].join(' ')

const readdressed = (
  before: Receiver,
  after: Omit<Receiver, 'postal_code'> & { postal_code?: string | null },
  actor: Actor,
) =>
  ({
    action: 'readdress',
    actor,
    detail: `${shown(before)} → ${shown({ ...after, postal_code: after.postal_code ?? null })}`,
  }) as const

/**
 * After the platform refused to track a parcel, or a report, because of the former number. Makes it due again. Throws `not_found`,
 * `stale_version`, `order_state` (no such parcel), or `invalid_request` naming an unchanged number.
 */
export async function correctPhone(
  tx: Database,
  id: number,
  { mobile, version }: z.output<typeof PhoneInput>,
  actor: Staff,
): Promise<void> {
  const locked = await lockRow(tx, order, id, { version })
  if ((await trackRefusedAgain(tx, id)).length === 0) await retryWithPhone(tx, id)
  if (locked.receiver.mobile === mobile)
    throw invalid('body', 'mobile', 'unchanged', 'The phone number is the same as before.')
  const receiver = { ...locked.receiver, mobile }
  await writeLog(tx, locked, readdressed(locked.receiver, receiver, actor))
  await updateRow(tx, order, id, { receiver, updated_by: actor.user_id })
}

async function retryWithPhone(tx: Database, id: number): Promise<void> {
  await retryReport(tx, id)
  const waiting = and(eq(shipment.order_id, id), isNull(shipment.revoked_at), isNull(shipment.reported_at))
  if ((await tx.$count(shipment, and(waiting, eq(shipment.carrier, carrierWithPhone)))) === 0)
    throw problem('order_state', { detail: 'No refused parcel of this order is reported with a phone number.' })
}

/** Closes the order's open payment, too. */
async function writePrices(
  tx: Database,
  locked: OrderRow,
  { amounts, changed, discounts, ended }: Repricing,
  actor: Staff,
): Promise<void> {
  for (const line of ended) await returnToDeal(tx, line)
  for (const discount of discounts) await writeDiscount(tx, locked.id, discount)
  if (changed.length > 0) {
    const rows = sql`jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as c (id int, price int, amount bigint, discount_amount bigint)`
    const ids = changed.map(({ id }) => id)
    await tx
      .update(order_item)
      .set({ price: sql`c.price`, amount: sql`c.amount`, discount_amount: sql`c.discount_amount` })
      .from(rows)
      .where(and(eq(order_item.id, sql`c.id`), inArray(order_item.id, ids)))
  }
  await closeOpenPayments(tx, locked.id)
  await logReprice(tx, locked, { actor, from: locked.total_amount, to: amounts.total_amount })
}

export const logReprice = (
  tx: Database,
  which: Pick<OrderRow, 'id' | 'status' | 'order_no'>,
  { actor, from, to }: { actor: Staff; from: number; to: number },
) =>
  writeLog(
    tx,
    { ...which, total_amount: to },
    { action: 'reprice', actor, detail: `¥${yuanOf(from)} → ¥${yuanOf(to)}` },
  )

/** Removes a discount that has become 0, and frees its coupon. */
async function writeDiscount(
  tx: Database,
  order_id: number,
  { id, coupon_id, amount, shares }: StoredDiscount,
): Promise<void> {
  await tx.delete(order_item_discount).where(eq(order_item_discount.order_discount_id, id))
  if (amount === 0) {
    await tx.delete(order_discount).where(eq(order_discount.id, id))
    if (coupon_id !== null) await releaseCoupon(tx, { order_id })
    return
  }
  await tx.update(order_discount).set({ amount }).where(eq(order_discount.id, id))
  if (shares.length > 0)
    await tx.insert(order_item_discount).values(shares.map((share) => ({ order_discount_id: id, ...share })))
}
