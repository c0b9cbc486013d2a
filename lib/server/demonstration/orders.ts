import { eq, sql } from 'drizzle-orm'
import { demonstrationCustomer } from '@/db/seed/accounts'
import { shop, shopOrders } from '@/db/seed/shop/shop'
import type { SeedCustomer, SeedOrder } from '@/db/seed/shop/types'
import * as tables from '@/db/tables'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { placeOrder } from '@/lib/order/place/place'
import { openAttempt } from '@/lib/payment/pre-order'
import { openidOf } from '@/lib/platform/sandbox/login'
import type { Merchant } from '@/lib/platform/wechat/credentials'
import { issueCoupon } from '@/lib/pricing/issue'
import type { IdOf } from './catalogue'
import { redate } from './dates'
import { live } from './lives'
import type { Perform } from './perform'

/** By SKU number, without canceled and expired orders. */
export function soldPieces(): Map<string, number> {
  const sold = new Map<string, number>()
  for (const { steps, items } of shopOrders()) {
    if (steps.some((step) => step.do === 'cancel' || step.do === 'expire')) continue
    for (const { sku_no, count } of items) sold.set(sku_no, (sold.get(sku_no) ?? 0) + count)
  }
  return sold
}

/** Between a customer's first visit and first order. */
const hoursBefore = 2
/** Since the last visit of customers without orders. */
const daysAway = 40

/** Shortly before their first orders. Returns ids by nickname. Only the first has a user name and a password. */
export async function createCustomers(
  tx: Database,
  secret_hash: string,
  ago: (hours: number) => Date,
): Promise<Map<string, { user_id: number; openid: string }>> {
  const orders = shopOrders()
  const customers = new Map<string, { user_id: number; openid: string }>()
  const create = async ({ nickname, addresses }: SeedCustomer, number: number) => {
    const isNamed = number === 1
    const own = orders.filter(({ buyer }) => buyer === nickname).map(({ hours_ago }) => hours_ago)
    const created_at = ago((own.length > 0 ? Math.max(...own) : daysAway * 24) + hoursBefore)
    const last_login_at = ago(own.length > 0 ? Math.min(...own) : daysAway * 24)
    const [user] = await tx
      .insert(tables.user)
      .values({
        kind: 'customer',
        nickname,
        secret_hash: isNamed ? secret_hash : null,
        sandbox: true,
        created_at,
        last_login_at,
      })
      .returning({ id: tables.user.id })
    if (!user) throw new Error('an insert returned no row')
    const openid = openidOf(number)
    if (isNamed)
      await tx.insert(tables.identity).values({ user_id: user.id, type: 100, identifier: demonstrationCustomer })
    await tx
      .insert(tables.identity)
      .values({ user_id: user.id, type: 200, identifier: openid, verified_at: created_at })
    // Every fourth customer has no phone number.
    const [home] = addresses
    if (!isNamed && home && number % 4 > 0)
      await tx
        .insert(tables.identity)
        .values({ user_id: user.id, type: 102, identifier: home.mobile, verified_at: created_at })
    await tx
      .insert(tables.address)
      .values(addresses.map((address, index) => ({ ...address, user_id: user.id, is_default: index === 0 })))
    customers.set(nickname, { user_id: user.id, openid })
  }
  await create(shop.customer, 1)
  for (const [at, buyer] of shop.buyers.entries()) await create(buyer, at + 2)
  return customers
}

interface Needed {
  tx: Database
  by: Merchant
  settings: Settings
  customers: Map<string, { user_id: number; openid: string }>
  promotionOf: IdOf
  performer: (username: string, settings: Settings) => Perform
}

/** Cases are opened now, long after their orders were placed. */
const asLongAgo = { 'after_sale.days': 365, 'after_sale.quality_days': 365 }

const msPerHour = 3_600_000

/** Reads the first address. */
function contactOf(nickname: string) {
  const [address] = [shop.customer, ...shop.buyers].find((one) => one.nickname === nickname)?.addresses ?? []
  if (!address) throw new Error(`the demonstration has no address of ${nickname}`)
  return { name: address.name, mobile: address.mobile }
}

/** Long, so that the demonstration still has an unpaid order some days later. */
const payableDays = 7

/** Each step runs as a command of the shop; then its rows get a time in the past. The catalogue must exist. */
export async function createOrders({ tx, by, settings, customers, promotionOf, performer }: Needed): Promise<void> {
  const skus = await tx.select({ id: tables.sku.id, sku_no: tables.sku.sku_no }).from(tables.sku)
  const idOf = new Map(skus.map(({ id, sku_no }) => [sku_no, id]))
  const past = { ...settings, ...asLongAgo }
  const [clerk, owner] = [performer('operator', past), performer('admin', past)]
  const [{ id: store_id } = { id: 0 }] = await tx.select({ id: tables.store.id }).from(tables.store).limit(1)
  for (const order of shopOrders()) {
    const buyer = customers.get(order.buyer)
    if (!buyer) throw new Error(`the demonstration has no customer ${order.buyer}`)
    const { user_id } = buyer
    const coupon_id =
      order.coupon &&
      (await issueCoupon(tx, {
        promotion_id: promotionOf(order.coupon),
        user_id,
        source: order.coupon === 'sorry' ? 'staff' : 'customer',
        where: undefined,
      }))
    const { id } = await placeOrder(tx, {
      user_id,
      requested: linesOf(order, idOf),
      input: {
        items: [],
        remark: order.remark,
        ...(coupon_id && { coupon_id }),
        ...(order.isCollected && { store_id, contact: contactOf(order.buyer) }),
      },
      settings,
      ip: 'unknown',
    })
    const isPaid = order.steps.some((step) => step.do === 'pay')
    if (isPaid) await openAttempt(tx, buyer.user_id, { order_id: id }, by.notify_url)
    await redate(tx, id, order.hours_ago)
    await renumber(tx, id)
    const life = { tx, by, settings: past, clerk, owner, order_id: id, ...buyer }
    let hours = order.hours_ago
    for (const step of order.steps) {
      hours = Math.max(hours - step.hours, 0)
      await live({ ...life, at: new Date(Date.now() - hours * msPerHour) }, step)
      await redate(tx, id, hours)
    }
    if (order.steps.length === 0) {
      const until = sql`now() + make_interval(days => ${payableDays})`
      await tx.update(tables.order).set({ expires_at: until, next_try_at: until }).where(eq(tables.order.id, id))
    }
  }
}

function linesOf({ items }: SeedOrder, idOf: Map<string, number>): Map<number, number> {
  const lines = items.map(({ sku_no, count }) => {
    const id = idOf.get(sku_no)
    if (id === undefined) throw new Error(`the demonstration shop has no SKU ${sku_no}`)
    return [id, count] as const
  })
  return new Map(lines.sort(([a], [b]) => a - b))
}

/** An order number begins with the date. */
const renumber = (tx: Database, id: number) =>
  tx
    .update(tables.order)
    .set({ order_no: sql`to_char(created_at at time zone 'Asia/Shanghai', 'YYMMDD') || substr(order_no, 7)` })
    .where(eq(tables.order.id, id))
