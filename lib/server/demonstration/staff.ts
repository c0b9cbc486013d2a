import { and, eq, inArray } from 'drizzle-orm'
import { demonstrationStaff } from '@/db/seed/accounts'
import * as tables from '@/db/tables'
import type { Database } from '@/lib/kit/database'

/** If the user name is free. Must run under the lock of the seeding. */
export async function createStaff(tx: Database, secret_hash: string): Promise<string[]> {
  const { user, identity, group, user_group } = tables
  const names = demonstrationStaff.map(({ username }) => username)
  const taken = await tx
    .select({ identifier: identity.identifier })
    .from(identity)
    .where(and(eq(identity.type, 100), inArray(identity.identifier, names)))
  const missing = demonstrationStaff.filter(({ username }) => !taken.some((row) => row.identifier === username))
  for (const { username, nickname, is_root, group: name } of missing) {
    const [created] = await tx
      .insert(user)
      .values({ kind: 'staff', nickname, is_root, secret_hash, sandbox: true })
      .returning({ id: user.id })
    if (!created) throw new Error('an insert returned no row')
    await tx.insert(identity).values({ user_id: created.id, type: 100, identifier: username })
    if (name === null) continue
    const groups = await tx.select({ group_id: group.id }).from(group).where(eq(group.name, name))
    const rows = groups.map(({ group_id }) => ({ user_id: created.id, group_id }))
    if (rows.length > 0) await tx.insert(user_group).values(rows)
  }
  return missing.map(({ username }) => username)
}
