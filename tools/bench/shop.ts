import { execFile } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { createDatabase } from '@/db/testing/postgres'
import type { SettingKey } from '@/lib/kit/config/registry'

/** Runs `work` on a new connection to the database, and then closes the connection. */
export async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, options: '-c statement_timeout=0' })
  client.on('error', () => {}) // a lost connection also fails the statement
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database and fills it with the demonstration shop. Runs the migration and seed commands of the project in
 * `cwd`. Returns the URL of the database.
 */
export async function createShop(postgres_url: string, name: string, cwd = '.'): Promise<string> {
  const url = await createDatabase(postgres_url, name)
  await seedShop({ DATABASE_URL: url }, cwd)
  await withClient(url, async (client) => {
    await raiseLimits(client)
    await stopPromotions(client)
  })
  return url
}

/**
 * Runs the seed script of the project in `cwd`, which writes the demonstration shop into the database. `database`: the
 * environment variables that name the database.
 */
export async function seedShop(database: { DATABASE_URL: string; DATA_DIR?: string }, cwd = '.'): Promise<void> {
  const env = { ...process.env, ...database, SANDBOX: '1', BASE_URL: '' }
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/seed.ts'], { env, cwd })
}

/**
 * Analyzes the tables, as autovacuum would do within minutes. Until then, PostgreSQL uses plans for empty tables:
 * statements and foreign key checks scan a whole table to find one row.
 */
export async function renewStatistics(url: string): Promise<void> {
  await withClient(url, async (client) => {
    // A page that an older snapshot may still need (of autovacuum, for example) is not marked as visible to all.
    const snapshots = `select from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_xmin is not null`
    while ((await client.query(snapshots)).rowCount) await wait(100)
    await client.query('vacuum analyze')
  })
}

/** The coupons of each customer, so that each order of a round has one of its own. */
const couponsEach = 4

/**
 * Adds what a shop with promotions has: eight reductions, of which an order of the benchmark reaches two, two deals on
 * the first products of the categories, and coupons. Returns the coupons of each customer.
 */
export async function addPromotions(client: Client, customers: number[]): Promise<Map<number, number[]>> {
  const period = `now() - interval '1 day', now() + interval '30 days'`
  await client.query(
    `with reductions as (
      insert into promotion (name, label, gives, starts_at, ends_at, tiers)
      select '满减 ' || n, '满减 ' || n, 'reduction', ${period}, jsonb_build_array(jsonb_build_object('from_amount', 2000 * n, 'off_amount', 100 * n))
      from generate_series(1, 8) n
    ), deals as (
      insert into promotion (name, label, gives, exclusive, starts_at, ends_at, tiers)
      select '特价 ' || n, '特价 ' || n, 'deal', true, ${period}, '[]' from generate_series(0, 1) n returning id
    ), firsts as (
      select distinct on (p.category_id) s.id as sku_id, s.product_id, s.price, p.category_id
      from product p join sku s on s.product_id = p.id and s.enabled and s.deleted_at is null
      where p.status = 'on_sale' and p.deleted_at is null
      order by p.category_id, p.sort_order, p.id, s.id
    )
    insert into deal_sku (promotion_id, sku_id, product_id, price, quota)
    select deals.id, firsts.sku_id, firsts.product_id, firsts.price - 1, 1000000
    from firsts join deals on deals.id % 2 = firsts.category_id % 2`,
  )
  const { rows } = await client.query<{ user_id: number; ids: number[] }>(
    `with given as (
      insert into promotion (name, label, gives, starts_at, ends_at, tiers, coupon_source, per_customer)
      select '券', '券', 'reduction', ${period}, '[{"from_amount": 100, "off_amount": 50}]', 'staff', 100 returning id
    ), made as (
      insert into coupon (promotion_id, user_id, source, starts_at, ends_at)
      select given.id, customer, 'staff', ${period} from given, unnest($1::int[]) customer, generate_series(1, $2::int)
      returning id, user_id
    )
    select user_id, array_agg(id) as ids from made group by user_id`,
    [customers, couponsEach],
  )
  return new Map(rows.map(({ user_id, ids }) => [user_id, ids]))
}

/**
 * Cancels the unpaid orders and renews the statistics. When an order is placed, the shop counts the pieces in the
 * unpaid orders of the customer. Customers usually have few unpaid orders, but in a benchmark they would have hundreds,
 * which would slow down each order.
 */
export async function closeUnpaidOrders(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `update "order" set status = 'cancelled', cancelled_at = now(), next_try_at = null where status = 'unpaid'`,
    )
    if (await hasPromotions(client)) await client.query('update coupon set order_id = null where used_at is null')
  })
  await renewStatistics(url)
}

/** Builds of before the promotions have no such table. */
async function hasPromotions(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(`select to_regclass('promotion') is not null as known`)
  return rows[0]?.known ?? false
}

/** Those of the demonstration. */
async function stopPromotions(client: Client): Promise<void> {
  if (await hasPromotions(client)) await client.query('update promotion set enabled = false')
}

/** Raises the limits on writes and unpaid orders, which would refuse the load of a benchmark. */
export async function raiseLimits(client: Client): Promise<void> {
  const limits: Partial<Record<SettingKey, number>> = {
    'limit.writes_per_minute': 10_000_000,
    'order.unpaid_max': 100_000,
    'order.unpaid_max_unverified': 100_000,
    'order.unpaid_max_per_ip': 100_000,
    'order.unpaid_pieces': 100_000,
  }
  await client.query('insert into config (key, value) select * from jsonb_each($1::jsonb)', [JSON.stringify(limits)])
}

/** Adds signed-in customers with a default address. Returns their ids. */
export async function addCustomers(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
      insert into "user" (kind, nickname, sandbox) select 'customer', '客人 ' || n, true from generate_series(1, $1::int) n returning id
    ), signed_in as (
      insert into session (user_id, token_hash, client_type, ip, user_agent, expires_at)
      select id, translate(rtrim(encode(sha256(convert_to('bench-' || id, 'UTF8')), 'base64'), '='), '+/', '-_'),
        'other', '127.0.0.1', 'bench', now() + interval '1 day'
      from made
    ), living as (
      insert into address (user_id, name, mobile, province, city, district, detail, is_default)
      select id, '林晚', '13800001024', '浙江省', '杭州市', '拱墅区', '青梧路 ' || id || ' 号', true from made
    )
    select id from made order by id`,
    [count],
  )
  return rows.map((row) => row.id)
}

/** Adds staff with a name and a group. */
export async function addStaff(client: Client, count: number): Promise<void> {
  await client.query(
    `with made as (
      insert into "user" (kind, nickname) select 'staff', '店员 ' || n from generate_series(1, $1::int) n returning id
    ), named as (
      insert into identity (user_id, type, identifier) select id, 100, 'bench-staff-' || id from made
    ), team as (
      insert into "group" (name) values ('仓管') returning id
    )
    insert into user_group (user_id, group_id) select made.id, team.id from made, team`,
    [count],
  )
}

/** Adds `count` groups, sign-in attempts and errors, for the lists of the admin. */
export async function addCmsRows(client: Client, count: number): Promise<void> {
  await client.query(
    `with teams as (
      insert into "group" (name, description) select '小组 ' || n, '第 ' || n || ' 班' from generate_series(1, $1::int) n
    ), logins as (
      insert into login_log (account, type, success, reason, ip, user_agent)
      select 'bench-staff-' || n, 100, n % 4 > 0, case when n % 4 = 0 then 'wrong_secret' end, '203.0.113.' || n, 'bench'
      from generate_series(1, $1::int) n
    )
    insert into error_log (fingerprint, source, name, message, stack, method, path)
    select 'bench-' || n, 'request', 'TypeError', 'Failure ' || n, 'at bench', 'POST', '/v1/order'
    from generate_series(1, $1::int) n`,
    [count],
  )
}

/** Adds a signed-in root user. Returns the session token. */
export async function addRoot(client: Client): Promise<string> {
  const { rows } = await client.query<{ id: number }>(
    `with made as (
      insert into "user" (kind, nickname, is_root) values ('staff', '掌柜', true) returning id
    ), named as (
      insert into identity (user_id, type, identifier) select id, 100, 'bench-root' from made
    ), signed_in as (
      insert into session (user_id, token_hash, client_type, ip, user_agent, expires_at)
      select id, translate(rtrim(encode(sha256(convert_to('bench-' || id, 'UTF8')), 'base64'), '='), '+/', '-_'),
        'other', '127.0.0.1', 'bench', now() + interval '1 day'
      from made
    )
    select id from made`,
  )
  return tokenOf(rows[0]?.id ?? 0)
}

export const tokenOf = (customer: number) => `bench-${customer}`

/**
 * Adds products with one SKU each and practically unlimited stock, in a new category. Returns the SKU ids. There are
 * many SKUs, so that orders seldom wait for each other's rows.
 */
async function addStock(client: Client, count: number): Promise<number[]> {
  const { rows } = await client.query<{ id: number }>(
    `with shelf as (
      insert into category (name, sort_order) values ('仓库', 1000) returning id
    ), made as (
      insert into product (category_id, name, images, status, price)
      select shelf.id, '存货 ' || n, '{/demo/c-tea.webp}', 'on_sale', 1000 + n from shelf, generate_series(1, $1::int) n
      returning id, price
    ), kept as (
      insert into sku (product_id, sku_no, price, stock) select id, 'BENCH-' || id, price, 1000000000 from made returning id
    )
    select id from kept order by id`,
    [count],
  )
  return rows.map((row) => row.id)
}

/** Adds the users that send the requests of `scenariosOf`, and the SKUs that they buy. */
export async function addTraffic(client: Client) {
  await addStaff(client, 100)
  return {
    customers: await addCustomers(client, 2_000),
    skus: await addStock(client, 1_000),
    root: await addRoot(client),
  }
}
