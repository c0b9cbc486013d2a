import { eq, sql } from 'drizzle-orm'
import { identity, user } from '@/db/schema/user'
import type { Database } from '@/lib/database'
import { problem } from './problem'

interface Versioned {
  version: number
  updated_by: number | null
  updated_at: Date
}

/**
 * Refuses a change of what somebody else changed meanwhile: 409 `stale_version`, with who it was and when. `current`
 * must be locked by this transaction. Without a version the change is made whatever it meets.
 */
export async function refuseStale(db: Database, current: Versioned, version: number | undefined): Promise<void> {
  if (version === undefined || version === current.version) return
  const updated_by = current.updated_by === null ? null : await nameOf(db, current.updated_by)
  throw problem('stale_version', {
    detail: `This was changed meanwhile; it has version ${current.version} now.`,
    members: { version: current.version, updated_by, updated_at: current.updated_at.toISOString() },
  })
}

/** Of a user who is gone the id is left. */
async function nameOf(db: Database, user_id: number) {
  const [found] = await db
    .select({ id: user.id, nickname: user.nickname, username: identity.identifier })
    .from(user)
    .leftJoin(identity, sql`${identity.user_id} = ${user.id} and ${identity.type} = 100`)
    .where(eq(user.id, user_id))
  return found ?? { id: user_id, nickname: '', username: null }
}
