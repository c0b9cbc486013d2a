import { isDeepStrictEqual } from 'node:util'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { type CarrierService, carrier_account } from '@/db/schema/waybill'
import { cleanedLine } from '@/lib/kit/api/endpoint/fields'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { found, insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import type { Recorder } from '@/lib/kit/api/run/recorder'
import type { Database } from '@/lib/kit/database'
import { bindAccount, listAccounts, listDeliveries, type PlatformAccount } from '@/lib/platform/wechat/accounts'
import { type MiniProgram, miniProgram } from '@/lib/platform/wechat/credentials'
import { ProviderFailure } from '@/lib/platform/wechat/transport'
import { requireRegion } from '@/lib/region/require'
import { type CarrierAccountChanges, LoggedCarrierAccount } from './schema'

type Account = typeof carrier_account.$inferSelect

interface Writer {
  db: Database
  caller: { user_id: number }
  recorder: Recorder
}

type Key = Pick<Account, 'delivery_id' | 'biz_id'>

const keyOf = ({ delivery_id, biz_id }: Key) => `${delivery_id} ${biz_id}`

/** One writer at a time: two could both make their account the default, or insert the same account. */
export const lockAccounts = (tx: Database) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtext('mini-shop.carrier_account'))`)

/** Accounts that the platform has. `asked_at`: before it was asked, by the clock of the database. */
interface Listing {
  asked_at: Date
  accounts: (Key & Pick<Account, 'name' | 'status_code' | 'quota'> & { services: CarrierService[] })[]
}

/** Asks the platform for the accounts. Throws `provider_error`. */
export async function readListing(db: Database): Promise<Listing> {
  const program = await miniProgram()
  const [clock] = await db
    .select({ asked_at: sql`now()`.mapWith(carrier_account.updated_at) })
    .from(sql`(values (1)) one`)
  const [accounts, carriers] = await Promise.all([listAccounts(program), listDeliveries(program)])
  const named = ({ services, ...account }: PlatformAccount) => {
    const carrier = carriers.find(({ delivery_id }) => delivery_id === account.delivery_id)
    const name = carrier?.delivery_name ?? account.delivery_id
    return { ...account, name, services: services ?? carrier?.services ?? [] }
  }
  return { ...found(clock, 'clock'), accounts: accounts.map(named) }
}

/** Keeps the service that staff have chosen while it is offered. */
const serviceOf = (services: readonly CarrierService[], chosen: number | null) =>
  (services.find(({ service_type }) => service_type === chosen) ?? services[0])?.service_type ?? null

type Change = 'added' | 'changed' | 'removed'

/** Stores what the platform has. Accounts that were written since it was asked are left to the next listing. */
export async function applyListing({ db, caller, recorder }: Writer, { asked_at, accounts }: Listing) {
  await lockAccounts(db)
  recorder.changesNothing()
  const counts: Record<Change, number> = { added: 0, changed: 0, removed: 0 }
  const there = new Map((await db.select().from(carrier_account)).map((row) => [keyOf(row), row]))
  const note = (change: Change, after: Account, before?: Account) => {
    counts[change]++
    recorder.audit({
      target: ['carrier_account', after.id],
      as: LoggedCarrierAccount,
      ...(before && { before }),
      after,
    })
  }
  const updated_by = caller.user_id
  for (const { quota, ...account } of accounts) {
    const before = there.get(keyOf(account))
    there.delete(keyOf(account))
    if (before && before.updated_at >= asked_at) continue
    const own = { ...account, service_type: serviceOf(account.services, before?.service_type ?? null) }
    const use = { quota, checked_at: asked_at }
    if (!before) note('added', await insertRow(db, carrier_account, { ...own, ...use, updated_by }))
    else if (!isDeepStrictEqual({ ...before, ...own }, before))
      note('changed', await updateRow(db, carrier_account, before.id, { ...own, ...use, updated_by }), before)
    else {
      // The version stays, so that a form that is open can still be saved.
      await db.update(carrier_account).set(use).where(eq(carrier_account.id, before.id))
      if (quota !== before.quota) counts.changed++
    }
  }
  for (const before of there.values()) {
    if (before.checked_at === null || before.updated_at >= asked_at) continue
    note('removed', await updateRow(db, carrier_account, before.id, { ...unbound, updated_by }), before)
  }
  return counts
}

/** The row stays, because waybills name it. */
export const unbound = { checked_at: null, enabled: false, is_default: false }

/** Asks the platform. Throws `invalid_request` with `refused` and its words, and `provider_error`. */
export async function askBinding(type: 'bind' | 'unbind', binding: Key & { password: string; remark?: string }) {
  const { remark: remark_content = '', delivery_id, biz_id, password } = binding
  const program: MiniProgram = await miniProgram()
  const refusal = await bindAccount(program, { type, delivery_id, biz_id, password, remark_content })
  if (!refusal) return
  const { errcode, errmsg } = refusal
  const text = `${cleanedLine(errmsg).slice(0, 300)} (${errcode})`
  throw invalid('body', 'password', 'refused', `WeChat refused this: ${text}`, { text, errcode })
}

/** Reads the account that was just bound. Throws `provider_error`. */
export async function readBound(db: Database, key: Key) {
  const { asked_at, accounts } = await readListing(db)
  const account = accounts.find((one) => keyOf(one) === keyOf(key))
  if (!account) throw new ProviderFailure('The platform does not list the account yet: refresh in a minute.')
  return { ...account, checked_at: asked_at }
}

/** Stores the account, enabled. Returns its id. */
export async function storeBound(
  { db, caller, recorder }: Writer,
  account: Awaited<ReturnType<typeof readBound>>,
): Promise<number> {
  await lockAccounts(db)
  const { delivery_id, biz_id, services } = account
  const [before] = await db
    .select()
    .from(carrier_account)
    .where(and(eq(carrier_account.delivery_id, delivery_id), eq(carrier_account.biz_id, biz_id)))
  const service_type = serviceOf(services, before?.service_type ?? null)
  const values = { ...account, service_type, enabled: true, updated_by: caller.user_id }
  const after = before
    ? await updateRow(db, carrier_account, before.id, values)
    : await insertRow(db, carrier_account, values)
  recorder.audit({ target: ['carrier_account', after.id], as: LoggedCarrierAccount, ...(before && { before }), after })
  return after.id
}

const senderFields = ['sender_name', 'sender_phone', 'province', 'detail'] as const

/** Throws `invalid_request` for a sender of which a part is missing, or whose city is unknown. */
function requireSender(sender: Pick<Account, (typeof senderFields)[number] | 'city' | 'district'>): void {
  const given = [...senderFields, 'city' as const, 'district' as const].some((name) => sender[name] !== '')
  if (!given) return
  const missing = senderFields.find((name) => sender[name] === '')
  if (missing) throw invalid('body', missing, 'required', 'Give all fields of the sender, or none.')
  requireRegion(sender)
}

/** Returns further columns to change. Takes the default from the other account. Throws `invalid_request`. */
export async function changeOf(
  { db, caller, recorder }: Writer,
  before: Account,
  { version: _, ...body }: z.output<typeof CarrierAccountChanges>,
) {
  const after = { ...before, ...body }
  requireSender(after)
  if (body.service_type !== undefined && !after.services.some((one) => one.service_type === body.service_type))
    throw invalid('body', 'service_type', 'invalid_value', 'The carrier does not offer this service.')
  if (!after.enabled) {
    if (body.is_default)
      throw invalid('body', 'is_default', 'not_allowed', 'Only an enabled account can be the default.')
    return { is_default: false }
  }
  if (!body.is_default) return undefined
  const [former] = await db
    .select()
    .from(carrier_account)
    .where(and(eq(carrier_account.is_default, true), ne(carrier_account.id, before.id)))
  if (!former) return undefined
  const ended = await updateRow(db, carrier_account, former.id, { is_default: false, updated_by: caller.user_id })
  recorder.audit({ target: ['carrier_account', former.id], as: LoggedCarrierAccount, before: former, after: ended })
  return undefined
}
