import type { z } from 'zod'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { readCmsOrder } from './cms-queries'
import type { StaffOrderInput, StaffOrderPreview, StaffOrderPreviewInput } from './cms-schema'
import { editOrder } from './edit'
import { addNote } from './note'
import { placeOrder, quoteForStaff, requestedLines } from './place'
import { reprice } from './reprice'
import { customerOfMobile, lockCustomer } from './staff-customer'

/*
 * Orders that staff place for customers. They are placed by the same statements as those of customers. Other prices,
 * another shipping fee and a discount are then written like later changes by staff.
 */

type Input = z.output<typeof StaffOrderInput>

/**
 * Returns the address in the input in its stored form; undefined: the input has no address, and the order gets an
 * address of the customer.
 */
const receiverOf = ({ receiver }: Input) => receiver && { ...receiver, postal_code: receiver.postal_code ?? null }

/** Converts the input of staff to the input of an order by a customer. */
const inputOf = ({ address_id, customer_note }: Input) => ({ items: [], address_id, remark: customer_note })

const linesOf = (db: Database, { items }: Input) =>
  requestedLines(
    db,
    items.map(({ sku_id, count }) => ({ sku_id, count })),
  )

/**
 * Places an order for a customer, by the staff member `actor`, and returns its id. Throws `not_found`, `invalid_request` (customer, address, amounts),
 * `limit_reached`, `out_of_stock` or `not_deliverable`.
 */
export async function placeForCustomer(
  tx: Database,
  body: Input,
  { actor, settings }: { actor: number; settings: Settings },
): Promise<number> {
  const { user_id, mobile = '', receiver } = body
  const customer =
    user_id === undefined
      ? await customerOfMobile(tx, mobile, receiver?.name ?? '')
      : await lockCustomer(tx, user_id, 'user_id')
  const requested = await linesOf(tx, body)
  const staff = { actor, minutes: body.expires_in_minutes, receiver: receiverOf(body) }
  const placed = await placeOrder(tx, {
    ...{ user_id: customer.id, requested, settings, staff },
    input: inputOf(body),
    // The limits of a network are for customers.
    ip: '',
  })
  const { freight_amount, discount_amount, note } = body
  const prices = body.items.flatMap(({ sku_id, price }) => {
    const line = placed.items.find((item) => item.sku_id === sku_id)
    return line && price !== undefined ? [{ order_item_id: line.id, price }] : []
  })
  const items = prices.length > 0 ? prices : undefined
  if (items || freight_amount !== undefined || discount_amount !== undefined)
    await editOrder(tx, placed.id, { version: 1, items, freight_amount, discount_amount }, actor)
  if (note) await addNote(tx, placed.id, { text: note, pinned: false, for_parcel: false }, actor)
  return placed.id
}

/**
 * Throws `price_changed` where the total of a placed order differs from `expected_amount`, the total that staff were
 * shown, in fen.
 */
export function requireTotal(
  placed: Awaited<ReturnType<typeof readCmsOrder>>,
  expected_amount: number | undefined,
): void {
  const { items, items_amount, freight_amount, discount_amount, total_amount, discounts } = placed
  if (expected_amount === undefined || total_amount === expected_amount) return
  throw problem('price_changed', {
    detail: `The total is ${total_amount}, not ${expected_amount}.`,
    members: {
      ...{ items_amount, freight_amount, discount_amount, total_amount, discounts },
      items: items.map(({ sku_id, price, count }) => ({ sku_id, price, count })),
      refused_deals: [],
    },
  })
}

/**
 * Returns the lines and sums of an order by staff without placing it. Takes no locks. Throws `invalid_request` or
 * `limit_reached`.
 */
export async function previewForCustomer(
  db: Database,
  body: z.output<typeof StaffOrderPreviewInput>,
  settings: Settings,
): Promise<z.input<typeof StaffOrderPreview>> {
  const requested = await linesOf(db, body)
  // A number without an account has no coupons, orders or addresses yet.
  const quoted = await quoteForStaff(db, {
    ...{ user_id: body.user_id ?? 0, requested, settings },
    input: inputOf(body),
    receiver: receiverOf(body),
  })
  const { lines, discounts, freight } = quoted
  const given = new Map(body.items.map(({ sku_id, price }) => [sku_id, price]))
  const priceOf = (line: (typeof lines)[number]) => given.get(line.sku_id) ?? line.price
  const { amounts } = reprice({
    lines: lines.map((line) => ({
      id: line.sku_id,
      price: priceOf(line),
      count: line.count,
      is_repriced: priceOf(line) !== line.price,
    })),
    discounts: discounts.map(({ promotion_id, coupon_id, layer, amount, shares }) => ({
      ...{ id: promotion_id, promotion_id, coupon_id, amount },
      gives: layer === 'coupon' ? 'reduction' : layer,
      shares: shares.map((share) => ({ order_item_id: share.sku_id, amount: share.amount })),
    })),
    freight_amount: body.freight_amount ?? freight.amount ?? 0,
    shop_discount: body.discount_amount ?? 0,
  })
  return {
    ...amounts,
    freight_amount: body.freight_amount ?? freight.amount,
    items: lines.map((line) => ({
      ...{ sku_id: line.sku_id, name: line.name, spec_text: line.spec_text, count: line.count },
      price: priceOf(line),
      amount: priceOf(line) * line.count,
    })),
    shortages: quoted.shortages,
    undeliverable: quoted.undeliverable,
  }
}
