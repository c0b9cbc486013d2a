import { and, desc, eq, ne, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { address } from '@/db/schema/address'
import { user } from '@/db/schema/user'
import { problem } from '@/lib/api/problem'
import type { Database } from '@/lib/database'
import type { AddressChanges, AddressInput } from './schema'

const missing = () => problem('not_found', { detail: 'There is no such address.' })

/** While a customer's default moves or his addresses are counted, his row is locked: five at once form a queue. */
const lockOwner = (tx: Database, user_id: number) =>
  tx.select({ id: user.id }).from(user).where(eq(user.id, user_id)).for('no key update')

const clearDefault = (tx: Database, user_id: number) =>
  tx
    .update(address)
    .set({ is_default: false })
    .where(and(eq(address.user_id, user_id), eq(address.is_default, true)))

/** The first address is the default, whatever the input says. */
export async function createAddress(tx: Database, user_id: number, input: z.output<typeof AddressInput>, most: number) {
  await lockOwner(tx, user_id)
  const count = await tx.$count(address, eq(address.user_id, user_id))
  if (count >= most) throw problem('limit_reached', { detail: `There may be at most ${most} addresses.` })
  const is_default = count === 0 || input.is_default === true
  if (is_default) await clearDefault(tx, user_id)
  const [created] = await tx
    .insert(address)
    .values({ ...input, user_id, is_default })
    .returning()
  if (!created) throw new Error('the address was not created')
  return created
}

/** `is_default: false` on the default changes nothing: there is always exactly one. */
export async function updateAddress(tx: Database, user_id: number, id: number, input: z.output<typeof AddressChanges>) {
  const { is_default, ...fields } = input
  if (is_default) {
    await lockOwner(tx, user_id)
    const own = await tx.$count(address, and(eq(address.id, id), eq(address.user_id, user_id)))
    if (own === 0) throw missing()
    await clearDefault(tx, user_id)
  }
  const [updated] = await tx
    .update(address)
    .set({ ...fields, ...(is_default && { is_default }), updated_at: sql`now()` })
    .where(and(eq(address.id, id), eq(address.user_id, user_id)))
    .returning()
  if (!updated) throw missing()
  return updated
}

/** When the default goes, the newest of the others takes its place. */
export async function deleteAddress(tx: Database, user_id: number, id: number): Promise<void> {
  await lockOwner(tx, user_id)
  const [deleted] = await tx
    .delete(address)
    .where(and(eq(address.id, id), eq(address.user_id, user_id)))
    .returning({ was_default: address.is_default })
  if (!deleted) throw missing()
  if (!deleted.was_default) return
  const [next] = await tx
    .select({ id: address.id })
    .from(address)
    .where(and(eq(address.user_id, user_id), ne(address.id, id)))
    .orderBy(desc(address.id))
    .limit(1)
  if (next) await tx.update(address).set({ is_default: true }).where(eq(address.id, next.id))
}
