import { and, eq, inArray, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { IdentityType } from '@/db/enums'
import { order } from '@/db/schema/order'
import { payment } from '@/db/schema/payment'
import { identity, user } from '@/db/schema/user'
import { maxTags } from '@/lib/kit/api/endpoint/labels'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import { masked } from './account'
import { accountRules, type Merge } from './account-rules'
import { noProfile } from './closing'

/*
 * The signed-in account stays and gets the rows of the other. Locks both users: concurrent writes wait, then those for
 * the ended account are refused.
 */

/** Masked. */
export interface Dropped {
  type: IdentityType
  identifier: string
}

/**
 * Both customers must be locked. The remaining account keeps its password and identities; those of the same types are
 * dropped. Throws `in_use` during an open payment, because the provider reports it for its payer and order.
 */
export async function mergeCustomers(tx: Database, merge: Merge): Promise<Dropped[]> {
  const { from, to } = merge
  const underWay = await tx
    .select({ id: payment.id })
    .from(payment)
    .innerJoin(order, eq(order.id, payment.order_id))
    .where(and(inArray(order.user_id, [from, to]), inArray(payment.status, ['created', 'prepaid', 'closing'])))
    .limit(1)
  if (underWay.length > 0)
    throw problem('in_use', { detail: 'One of the accounts has a payment under way: finish it or cancel the order.' })
  const types = tx.select({ type: identity.type }).from(identity).where(eq(identity.user_id, to))
  const dropped = await tx
    .delete(identity)
    .where(and(eq(identity.user_id, from), inArray(identity.type, types)))
    .returning({ type: identity.type, identifier: identity.identifier })
  for (const { merge: rule } of Object.values(accountRules)) if (typeof rule === 'function') await rule(tx, merge)
  // First, because a closed account does not hold its external id.
  await tx
    .update(user)
    .set({ deleted_at: sql`coalesce(${user.deleted_at}, now())`, merged_into: to })
    .where(or(eq(user.id, from), eq(user.merged_into, from)))
  await fillProfile(tx, merge)
  await tx.update(user).set(noProfile).where(eq(user.id, from))
  return dropped.map(maskedIdentity)
}

export const maskedIdentity = ({ type, identifier }: Dropped): Dropped => ({ type, identifier: masked(identifier) })

/** Only empty fields. The remarks and tags of staff on both accounts are kept. */
async function fillProfile(tx: Database, { from, to }: Merge): Promise<void> {
  const other = alias(user, 'other')
  await tx
    .update(user)
    .set({
      nickname: sql`coalesce(nullif(${user.nickname}, ''), ${other.nickname})`,
      avatar_url: sql`coalesce(${user.avatar_url}, ${other.avatar_url})`,
      birthday: sql`coalesce(${user.birthday}, ${other.birthday})`,
      gender: sql`case when ${user.gender} = 'unknown' then ${other.gender} else ${user.gender} end`,
      remark: sql`left(concat_ws(chr(10), nullif(${user.remark}, ''), nullif(${other.remark}, '')), 500)`,
      external_id: sql`coalesce(${user.external_id}, ${other.external_id})`,
      tags: sql`array(
        select tag from (
          select distinct on (folded(tag)) tag, at from unnest(${user.tags} || ${other.tags}) with ordinality as given (tag, at)
          order by folded(tag), at) once
        order by at limit ${sql.raw(String(maxTags))})`,
      version: sql`${user.version} + 1`,
    })
    .from(other)
    .where(and(eq(user.id, to), eq(other.id, from)))
}
