import { and, eq, inArray, sql } from 'drizzle-orm'
import { takeCommandLock } from '@/db/connection/command-lock'
import { banner } from '@/db/schema/banner'
import { theme } from '@/db/schema/theme'
import { identity, user } from '@/db/schema/user'
import { demonstrationCustomer, demonstrationStaff } from '@/db/seed/accounts'
import { shop } from '@/db/seed/shop/shop'
import '@/lib/server/assembly'
import { updateConfig } from '@/lib/config/cms'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { found } from '@/lib/kit/api/rows/rows'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection, type Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { type Merchant, merchant } from '@/lib/platform/wechat/credentials'
import { migrateDatabase } from '@/lib/server/update-database'
import { hashSecret, verifySecret } from '@/lib/token/secret'
import { isDemonstrationAccount } from '@/lib/user/demonstration'
import { createBanners, createCatalogue } from './catalogue'
import { createArticles, createNotices } from './content'
import { createCustomers, createOrders, soldPieces } from './orders'
import { type Actor, performAs } from './perform'
import { createPictures } from './pictures'
import { createCoupons, createPromotions } from './promotions'
import { createStaff } from './staff'
import { createLogs, editThings } from './week'

/** Adds missing staff to an existing demonstration, and updates the password. Throws without SANDBOX=1. */
export async function seedDemonstration(): Promise<string> {
  const { SANDBOX, SANDBOX_PASSWORD } = env()
  if (!SANDBOX || !SANDBOX_PASSWORD)
    throw new Error('The demonstration shop is written only with SANDBOX=1: set it and run the command again.')
  await migrateDatabase()
  const { db, transaction } = await connection()
  const secret_hash = await hashSecret(SANDBOX_PASSWORD)
  const renewed = await renewSecrets(db, SANDBOX_PASSWORD, secret_hash)
  // Runs before the main transaction, in transactions of its own.
  const by = await merchant()
  const { shop, staff } = await transaction((tx) => writeDemonstration(tx, { secret_hash, by }), {
    statement_seconds: 0,
  })
  if (shop === 'written') return 'The demonstration shop was written.'
  const done = [
    ...(staff.length > 0 ? [`the accounts ${staff.join(', ')} were added`] : []),
    ...(renewed ? ['the password was updated'] : []),
  ]
  return `The demonstration shop already exists${done.map((change) => `; ${change}`).join('')}.`
}

interface Written {
  shop: 'written' | 'present'
  /** User names that were added. */
  staff: string[]
}

interface Needed {
  secret_hash: string
  /** Account on the simulated platform. */
  by: Merchant
}

/** Keeps existing parts. The base data must exist. */
async function writeDemonstration(tx: Database, needed: Needed): Promise<Written> {
  await takeCommandLock(tx, 'seed')
  const staff = await createStaff(tx, needed.secret_hash)
  const present = await tx.$count(identity, eq(identity.identifier, demonstrationCustomer))
  if (present === 0) await writeShop(tx, needed)
  return { shop: present === 0 ? 'written' : 'present', staff }
}

const staffNames = demonstrationStaff.map(({ username }) => username)

const hour = 3_600_000
/** In hours, of the shop and its first stock: more than of every order. */
const opened = 60 * 24

/** Seen by customers. */
const settingsOfShop = {
  'shop.name': shop.name,
  'shop.logo_url': '/demo/c-tea.webp',
  'shop.phone': '0571-55500188',
  'shop.search_words': '绿茶，乌龙，白茶，香',
  'invoice.enabled': true,
}

async function writeShop(tx: Database, { secret_hash, by }: Needed): Promise<void> {
  const now = Date.now()
  const ago = (hours: number) => new Date(now - hours * hour)
  const daysAgo = (days: number) => ago(days * 24)
  const callers = await staffOf(tx)
  const settings = await currentSettings(tx)
  const operations: Actor['operations'] = []
  const performer = (username: string, by = settings) =>
    performAs({ db: tx, caller: found(callers.get(username), 'staff member'), settings: by, operations })
  const perform = performer(demonstrationStaff[0].username)
  await perform(updateConfig, settingsOfShop, { at: ago(opened) })
  const owner = found(callers.get(demonstrationStaff[0].username), 'staff member')
  await createPictures(tx, { by: owner.user_id, created_at: ago(opened) })
  const { categoryOf, productOf, themeOf } = await createCatalogue(tx, perform, {
    opened_at: ago(opened),
    pieces: soldPieces(),
  })
  const articleOf = await createArticles(tx, perform, daysAgo)
  await createBanners(perform, ago(opened), {
    product: productOf,
    theme: themeOf,
    category: categoryOf,
    article: articleOf,
  })
  await createNotices(tx, perform, daysAgo)
  const since = { created_at: ago(opened), updated_at: ago(opened) }
  await tx.update(theme).set(since)
  await tx.update(banner).set(since)
  const customers = await createCustomers(tx, secret_hash, ago)
  const promotionOf = await createPromotions(tx, perform, { at: ago(opened), categoryOf })
  await createOrders({ tx, by, settings, customers, promotionOf, performer })
  const { user_id } = found(customers.get(shop.customer.nickname), 'customer')
  await createCoupons(tx, promotionOf, user_id)
  const staff = new Map([...callers].map(([username, { user_id }]) => [username, user_id]))
  await editThings(tx, performer, { staff, customers, themeOf, ago })
  await createLogs(tx, operations, { staff, ago })
}

/** By user name. Throws if a customer has one of the user names. */
async function staffOf(tx: Database): Promise<Map<string, Caller>> {
  const rows = await tx
    .select({
      username: identity.identifier,
      user_id: user.id,
      is_root: user.is_root,
      permission_codes: sql<string[]>`array(
        select gp.code from group_permission gp join user_group ug on ug.group_id = gp.group_id
        where ug.user_id = "user".id)`,
    })
    .from(user)
    .innerJoin(identity, and(eq(identity.user_id, user.id), eq(identity.type, 100)))
    .where(and(inArray(identity.identifier, staffNames), eq(user.kind, 'staff')))
  const callers = rows.map((row): [string, Caller] => [
    row.username,
    { ...row, kind: 'staff', session_id: 0, must_change_secret: false },
  ])
  const missing = staffNames.find((username) => !rows.some((row) => row.username === username))
  if (missing !== undefined)
    throw new Error(`The user name ${missing} belongs to a customer, so the demonstration shop cannot be written.`)
  return new Map(callers)
}

/** Sets SANDBOX_PASSWORD. Returns whether a password was changed. */
async function renewSecrets(db: Database, secret: string, secret_hash: string): Promise<boolean> {
  const found = await db
    .select({ id: user.id, secret_hash: user.secret_hash })
    .from(user)
    .where(isDemonstrationAccount(user.id))
  const stale: number[] = []
  for (const row of found) if (!(await verifySecret(row.secret_hash, secret))) stale.push(row.id)
  if (stale.length > 0) await db.update(user).set({ secret_hash }).where(inArray(user.id, stale))
  return stale.length > 0
}
