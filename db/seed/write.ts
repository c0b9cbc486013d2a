import { eq } from 'drizzle-orm'
import type { Database } from '../client'
import type { CleanHtml } from '../schema/columns'
import { numberSpecs, valueIdsOf } from '../specs'
import * as tables from '../tables'
import { takeTurn } from '../turn'
import { demonstrationCustomer } from './accounts'
import { shop } from './shop/shop'
import type { SeedAddress, SeedOrder } from './shop/types'
import { seedStaff } from './staff'

type OrderRow = typeof tables.order.$inferSelect
type SkuRow = typeof tables.sku.$inferSelect & { name: string; images: string[] }

const hour = 3_600_000

interface Seeded {
  shop: 'written' | 'present'
  /** The user names of the staff accounts that were added. */
  staff: string[]
}

type Clean = (html: string) => Promise<CleanHtml>
type BodyOf = (
  html: string,
) => Promise<Pick<typeof tables.article_version.$inferSelect, 'content' | 'words' | 'excerpt'>>

interface SeedContext {
  /** Cleans HTML before it is stored. */
  clean: Clean
  /** The same for the content of an article, with what is derived from it. */
  bodyOf: BodyOf
  secret_hash: string
  openid: string
  now: Date
}

/**
 * Writes the demonstration shop and its staff in the given transaction. Existing parts are not changed; the result says
 * what was written. The base data must exist.
 */
export async function seed(tx: Database, context: SeedContext): Promise<Seeded> {
  await takeTurn(tx, 'seed')
  return { shop: await seedShop(tx, context), staff: await seedStaff(tx, context.secret_hash) }
}

async function seedShop(tx: Database, context: SeedContext): Promise<Seeded['shop']> {
  const { clean, bodyOf, secret_hash, openid, now } = context
  const present = await tx.$count(tables.identity, eq(tables.identity.identifier, demonstrationCustomer))
  if (present > 0) return 'present'
  const ago = (hours: number) => new Date(now.getTime() - hours * hour)

  const categories = await seedCategories(tx)
  const skus = await seedProducts(tx, clean, categories.idOf)
  const themes = await seedThemes(tx, skus.productOf)
  const articles = await seedArticles(tx, bodyOf, ago)
  await seedBanners(tx, (type, slug) => {
    if (type === 'product') return skus.productOf(slug)
    if (type === 'theme') return themes(slug)
    return type === 'category' ? categories.idOf(slug) : articles(slug)
  })
  for (const { slug, days_ago, ...notice } of shop.notices) {
    const content = await clean(notice.content)
    await tx.insert(tables.notice).values({ ...notice, content, status: 'published', published_at: ago(days_ago * 24) })
  }
  await seedCustomer(tx, { secret_hash, openid, skus: skus.byNo, ago })
  return 'written'
}

/** Ids by slug; an unknown slug throws, because the seed data is wrong. */
function bySlug(kind: string) {
  const ids = new Map<string, number>()
  const idOf = (slug: string): number => {
    const id = ids.get(slug)
    if (id === undefined) throw new Error(`the demonstration shop has no ${kind} ${slug}`)
    return id
  }
  return { ids, idOf }
}

function single<Row>(rows: Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('an insert returned no row')
  return row
}

async function seedCategories(tx: Database) {
  const { ids, idOf } = bySlug('category')
  for (const { slug, parent, ...category } of shop.categories) {
    const parent_id = parent === null ? null : idOf(parent)
    const created = single(
      await tx
        .insert(tables.category)
        .values({ ...category, parent_id })
        .returning({ id: tables.category.id }),
    )
    ids.set(slug, created.id)
  }
  return { idOf }
}

async function seedProducts(tx: Database, clean: Clean, categoryOf: (slug: string) => number) {
  const { ids, idOf: productOf } = bySlug('product')
  const byNo = new Map<string, SkuRow>()
  for (const { slug, category, skus, ...product } of shop.products) {
    const cheapest = [...skus].sort((a, b) => a.price - b.price)[0]
    const specs = numberSpecs(product.specs)
    const values = {
      ...product,
      specs,
      content: await clean(product.content),
      category_id: categoryOf(category),
      price: cheapest?.price ?? 0,
      price_max: Math.max(0, ...skus.map(({ price }) => price)),
      market_price: cheapest?.market_price ?? null,
    }
    const created = single(await tx.insert(tables.product).values(values).returning({ id: tables.product.id }))
    ids.set(slug, created.id)
    const rows = await tx
      .insert(tables.sku)
      .values(
        skus.map((sku) => ({ ...sku, product_id: created.id, value_ids: valueIdsOf(specs, sku.spec_values) ?? [] })),
      )
      .returning()
    for (const row of rows) byNo.set(row.sku_no, { ...row, name: product.name, images: product.images })
  }
  return { productOf, byNo }
}

async function seedThemes(tx: Database, productOf: (slug: string) => number) {
  const { ids, idOf } = bySlug('theme')
  for (const { slug, products, ...theme } of shop.themes) {
    const created = single(await tx.insert(tables.theme).values(theme).returning({ id: tables.theme.id }))
    ids.set(slug, created.id)
    await tx
      .insert(tables.theme_product)
      .values(
        products.map((product, sort_order) => ({ theme_id: created.id, product_id: productOf(product), sort_order })),
      )
  }
  return idOf
}

async function seedArticles(tx: Database, bodyOf: BodyOf, ago: (hours: number) => Date) {
  const { ids, idOf } = bySlug('article')
  for (const { slug, days_ago, ...article } of shop.articles) {
    const published_at = article.status === 'draft' ? null : ago(days_ago * 24)
    const body = await bodyOf(article.content)
    const created = single(
      await tx
        .insert(tables.article)
        .values({ ...article, ...body, published_at })
        .returning({ id: tables.article.id }),
    )
    await tx.insert(tables.article_version).values({ ...body, article_id: created.id })
    ids.set(slug, created.id)
  }
  return idOf
}

async function seedBanners(
  tx: Database,
  idOf: (type: 'product' | 'theme' | 'category' | 'article', slug: string) => number,
) {
  for (const { items, ...banner } of shop.banners) {
    const created = single(await tx.insert(tables.banner).values(banner).returning({ id: tables.banner.id }))
    const rows = items.map(({ target_type, target, ...item }, sort_order) => ({
      ...item,
      banner_id: created.id,
      sort_order,
      target_type,
      target:
        target_type === 'none' || target_type === 'url' || target === null ? target : String(idOf(target_type, target)),
    }))
    await tx.insert(tables.banner_item).values(rows)
  }
}

interface CustomerContext {
  secret_hash: string
  /** The customer's openid on the simulated platform, so that their orders can be paid there. */
  openid: string
  skus: Map<string, SkuRow>
  ago: (hours: number) => Date
}

async function seedCustomer(tx: Database, { secret_hash, openid, skus, ago }: CustomerContext) {
  const { nickname, addresses, orders } = shop.customer
  const user = single(
    await tx
      .insert(tables.user)
      .values({ kind: 'customer', nickname, secret_hash, sandbox: true })
      .returning({ id: tables.user.id }),
  )
  await tx.insert(tables.identity).values([
    { user_id: user.id, type: 100, identifier: demonstrationCustomer },
    { user_id: user.id, type: 200, identifier: openid, verified_at: ago(0) },
  ])
  await tx
    .insert(tables.address)
    .values(addresses.map((address, index) => ({ ...address, user_id: user.id, is_default: index === 0 })))
  const receiver = addresses[0]
  if (!receiver) throw new Error('the demonstration customer has no address')
  await openLedger(tx, orders, skus)
  // Oldest first, so that ids and times agree.
  for (const [index, order] of [...orders].sort((a, b) => b.hours_ago - a.hours_ago).entries()) {
    await seedOrder(tx, order, { user_id: user.id, receiver, skus, index, ago })
  }
}

/** Writes the opening stock: the current stock plus the pieces that the seeded orders have sold. */
async function openLedger(tx: Database, orders: SeedOrder[], skus: Map<string, SkuRow>) {
  const sold = new Map<string, number>()
  for (const { status, items } of orders) {
    if (status === 'cancelled') continue
    for (const { sku_no, count } of items) sold.set(sku_no, (sold.get(sku_no) ?? 0) + count)
  }
  const rows = [...skus.values()].map((sku) => {
    const stock = sku.stock + (sold.get(sku.sku_no) ?? 0)
    return { sku_id: sku.id, delta: stock, balance: stock, reason: 'initial' as const }
  })
  await tx.insert(tables.stock_log).values(rows.filter((row) => row.delta > 0))
  for (const sku of skus.values()) sku.stock += sold.get(sku.sku_no) ?? 0
}

interface OrderContext {
  user_id: number
  receiver: SeedAddress
  skus: Map<string, SkuRow>
  index: number
  ago: (hours: number) => Date
}

async function seedOrder(tx: Database, seed: SeedOrder, { user_id, receiver, skus, index, ago }: OrderContext) {
  const lines = seed.items.map(({ sku_no, count }) => {
    const sku = skus.get(sku_no)
    if (!sku) throw new Error(`the demonstration shop has no SKU ${sku_no}`)
    return { sku, count, amount: sku.price * count }
  })
  const total = lines.reduce((sum, line) => sum + line.amount, 0)
  const isPaid = seed.status !== 'unpaid' && seed.status !== 'cancelled'
  const created_at = ago(seed.hours_ago)
  // Some hours after the order was created, but never in the future.
  const hoursLater = (hours: number) => new Date(Math.min(created_at.getTime() + hours * hour, ago(0).getTime()))
  const wasShipped = seed.carrier !== null
  const day = created_at.toISOString().slice(2, 10).replaceAll('-', '')
  const order = single(
    await tx
      .insert(tables.order)
      .values({
        order_no: `${day}DEM0DEM0DEM${String(index).padStart(3, '0')}`,
        user_id,
        status: seed.status,
        items_amount: total,
        total_amount: total,
        paid_amount: isPaid ? total : 0,
        refunded_amount: seed.status === 'refunded' ? total : 0,
        remark: seed.remark,
        receiver,
        created_at,
        // An unpaid order can be paid for a week, so that the demonstration has one.
        expires_at: seed.status === 'unpaid' ? ago(-7 * 24) : hoursLater(0.5),
        paid_at: isPaid ? hoursLater(0.1) : null,
        shipped_at: wasShipped ? hoursLater(20) : null,
        completed_at: seed.status === 'completed' ? hoursLater(96) : null,
        cancelled_at: seed.status === 'cancelled' ? hoursLater(0.3) : null,
        cancel_reason: seed.status === 'cancelled' ? (seed.cancel_reason ?? 'customer') : null,
        next_try_at: seed.status === 'unpaid' ? ago(-7 * 24) : null,
      })
      .returning(),
  )
  await tx.insert(tables.order_item).values(
    lines.map(({ sku, count, amount }) => ({
      order_id: order.id,
      product_id: sku.product_id,
      sku_id: sku.id,
      name: sku.name,
      spec_text: sku.spec_values.join(' / '),
      image_url: sku.image_url ?? sku.images[0] ?? null,
      price: sku.price,
      count,
      amount,
    })),
  )
  await moveStock(tx, order, lines, -1, created_at)
  if (order.cancelled_at) await moveStock(tx, order, lines, 1, order.cancelled_at)
  await tx.insert(tables.order_log).values(historyOf(order))
  if (wasShipped && order.shipped_at) {
    await tx.insert(tables.shipment).values({
      order_id: order.id,
      carrier: seed.carrier ?? '',
      tracking_no: seed.tracking_no ?? '',
      shipped_at: order.shipped_at,
    })
  }
  if (isPaid) await seedPayment(tx, order)
}

async function moveStock(
  tx: Database,
  order: OrderRow,
  lines: { sku: SkuRow; count: number }[],
  sign: 1 | -1,
  created_at: Date,
) {
  const rows = lines.map(({ sku, count }) => {
    sku.stock += sign * count
    const reason = sign < 0 ? ('order_placed' as const) : ('order_cancelled' as const)
    return {
      sku_id: sku.id,
      delta: sign * count,
      balance: sku.stock,
      reason,
      order_id: order.id,
      actor: order.user_id,
      created_at,
    }
  })
  await tx.insert(tables.stock_log).values(rows)
}

function historyOf(order: OrderRow): (typeof tables.order_log.$inferInsert)[] {
  const { id: order_id, user_id: actor } = order
  const rows: (typeof tables.order_log.$inferInsert)[] = [
    { order_id, action: 'place', to_status: 'unpaid', actor, created_at: order.created_at },
  ]
  const step = (
    action: 'pay' | 'ship' | 'complete' | 'cancel' | 'refund',
    to_status: OrderRow['status'],
    created_at: Date | null,
  ) => {
    const from_status = rows.at(-1)?.to_status ?? null
    if (created_at)
      rows.push({ order_id, action, from_status, to_status, created_at, actor: action === 'cancel' ? actor : null })
  }
  step('pay', 'paid', order.paid_at)
  step('ship', 'shipped', order.shipped_at)
  step('complete', 'completed', order.completed_at)
  step('cancel', 'cancelled', order.cancelled_at)
  if (order.status === 'refunded') step('refund', 'refunded', order.completed_at ?? order.shipped_at ?? order.paid_at)
  return rows
}

async function seedPayment(tx: Database, order: OrderRow) {
  const payment = single(
    await tx
      .insert(tables.payment)
      .values({
        payment_no: `P${order.order_no}`,
        order_id: order.id,
        provider: 'wechat',
        amount: order.total_amount,
        status: 'paid',
        settles: true,
        transaction_id: `DEMO${order.order_no}`,
        payer: 'demonstration',
        expires_at: order.expires_at,
        paid_at: order.paid_at,
        created_at: order.created_at,
      })
      .returning({ id: tables.payment.id }),
  )
  if (order.status !== 'refunded') return
  await tx.insert(tables.refund).values({
    refund_no: `R${order.order_no}`,
    payment_id: payment.id,
    amount: order.total_amount,
    reason: '七天无理由',
    status: 'succeeded',
  })
}
