import type { z } from 'zod'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import { logReprice } from '@/lib/order/change/edit'
import { regularPrices } from '@/lib/order/change/repricing'
import type { readCmsOrder } from '@/lib/order/cms-queries'
import { quoteForStaff } from '@/lib/order/place/for-staff'
import { placeOrder, requestedLines } from '@/lib/order/place/place'
import type { GivenAmounts } from '@/lib/order/place/place-data'
import { shownDiscount } from '@/lib/order/place/price'
import type { OfSku } from '@/lib/stock/sku-choice'
import { withSkuIds } from '@/lib/stock/sku-ids'
import { mobileOfAccount, type StaffOrderInput, type StaffOrderPreview } from './cms-schema'
import { addNote } from './note'
import { customerOfMobile, lockCustomer } from './staff-customer'

/* The same statements as for customers. Promotions, thresholds and the fee follow the prices that staff set. */

type Given = z.output<typeof StaffOrderInput>
type Input = Omit<Given, 'items'> & { items: OfSku<Given['items'][number]>[] }

/** Throws `invalid_request` as {@link withSkuIds}. */
export const withSkus = async (db: Database, body: Given): Promise<Input> => ({
  ...body,
  items: await withSkuIds(db, body.items, 'items'),
})

/** undefined: the order gets an address of the customer. */
const receiverOf = ({ receiver }: Input) => receiver && { ...receiver, postal_code: receiver.postal_code ?? null }

const inputOf = ({ address_id, store_id, contact, coupon_id, customer_note }: Input) => ({
  items: [],
  address_id,
  store_id,
  contact,
  coupon_id,
  remark: customer_note,
})

/** undefined: staff have set none. */
function givenIn({ items, freight_amount, discount_amount }: Input): GivenAmounts | undefined {
  const prices = new Map(items.flatMap(({ sku_id, price }) => (price === undefined ? [] : [[sku_id, price]])))
  const isGiven = prices.size > 0 || freight_amount !== undefined || discount_amount !== undefined
  return isGiven ? { prices, freight_amount, discount_amount } : undefined
}

const linesOf = (db: Database, { items }: Input) =>
  requestedLines(
    db,
    items.map(({ sku_id, count }) => ({ sku_id, count })),
  )

/**
 * Returns also the regular total in fen. Throws `not_found`, `invalid_request` (customer, address, store,
 * coupon, amounts), `limit_reached`, `coupon_unusable`, `out_of_stock` or `not_deliverable`.
 */
export async function placeForCustomer(
  tx: Database,
  body: Input,
  { actor, settings }: { actor: Staff; settings: Settings },
): Promise<{ id: number; regular_amount: number }> {
  const { user_id, receiver, contact, note } = body
  const customer =
    user_id === undefined
      ? await customerOfMobile(tx, mobileOfAccount(body) ?? '', (receiver ?? contact)?.name ?? '')
      : await lockCustomer(tx, user_id, 'user_id')
  const requested = await linesOf(tx, body)
  const staff = { actor, minutes: body.expires_in_minutes, receiver: receiverOf(body), given: givenIn(body) }
  const { id, order_no, total_amount, regular_amount } = await placeOrder(tx, {
    user_id: customer.id,
    requested,
    settings,
    staff,
    input: inputOf(body),
    // The limits of a network are for customers.
    ip: '',
  })
  if (total_amount !== regular_amount)
    await logReprice(tx, { id, order_no, status: 'unpaid' }, { actor, from: regular_amount, to: total_amount })
  if (note) await addNote(tx, id, { text: note, pinned: false, for_parcel: false }, actor)
  return { id, regular_amount }
}

/** Throws `price_changed`. `expected_amount`: the total in fen that staff were shown. */
export function requireTotal(
  placed: Awaited<ReturnType<typeof readCmsOrder>>,
  expected_amount: number | undefined,
): void {
  const { items, items_amount, freight_amount, discount_amount, total_amount, discounts } = placed
  if (expected_amount === undefined || total_amount === expected_amount) return
  throw problem('price_changed', {
    detail: `The total is ${total_amount}, not ${expected_amount}.`,
    members: {
      items_amount,
      freight_amount,
      discount_amount,
      total_amount,
      discounts,
      items: items.map(({ sku_id, price, count }) => ({ sku_id, price, count })),
      refused_deals: [],
    },
  })
}

/** Takes no locks. Throws `invalid_request`, `coupon_unusable` or `limit_reached`. */
export async function previewForCustomer(
  db: Database,
  body: Input,
  { caller, settings }: { caller: Caller; settings: Settings },
): Promise<z.input<typeof StaffOrderPreview>> {
  const requested = await linesOf(db, body)
  // A number without an account has no coupons, orders or addresses yet.
  const quoted = await quoteForStaff(db, {
    user_id: body.user_id ?? 0,
    requested,
    settings,
    input: inputOf(body),
    receiver: receiverOf(body),
    given: givenIn(body),
  })
  const prices = await regularPrices(db, [...requested.keys()])
  const { amounts, promotion_amount, regular_amount, freight, shortages, undeliverable, discounts, coupons } = quoted
  return {
    ...amounts,
    promotion_amount,
    regular_amount,
    discounts: discounts.map(shownDiscount),
    coupons: holds(caller, 'cms.coupon.list') ? coupons : [],
    shortages,
    undeliverable,
    freight_amount: freight.amount,
    items: quoted.lines.map(({ sku_id, sku_no, barcode, name, spec_text, count, price, amount }) => ({
      sku_id,
      sku_no,
      barcode,
      name,
      spec_text,
      count,
      price,
      amount,
      ...prices.get(sku_id),
    })),
  }
}
