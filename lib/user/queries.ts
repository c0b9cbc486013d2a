import { sql } from 'drizzle-orm'
import { user } from '@/db/schema/user'
import { statement } from '@/db/statement'
import { unauthenticated } from '@/lib/api/caller'
import type { Database } from '@/lib/database'

interface Identities {
  [type: string]: { identifier: string; verified: boolean } | undefined
}

const userStatement = statement('read_user', (db) =>
  db
    .select({
      id: user.id,
      kind: user.kind,
      nickname: user.nickname,
      avatar_url: user.avatar_url,
      gender: user.gender,
      birthday: user.birthday,
      has_password: sql<boolean>`secret_hash is not null`,
      created_at: user.created_at,
      is_root: user.is_root,
      identities: sql<Identities>`coalesce((
        select json_object_agg(i.type, json_build_object('identifier', i.identifier, 'verified', i.verified_at is not null))
        from identity i where i.user_id = "user".id and i.type <> 200), '{}')`,
      groups: sql<{ id: number; name: string }[]>`case kind when 'staff' then coalesce((
        select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
        from user_group ug join "group" g on g.id = ug.group_id where ug.user_id = "user".id), '[]') else '[]' end`,
      permission_codes: sql<
        string[]
      >`case when is_root then array(select code from auth where not obsolete order by code)
        when kind = 'staff' then array(
        select distinct gp.code from user_group ug join group_permission gp on gp.group_id = ug.group_id
        where ug.user_id = "user".id order by gp.code) else '{}' end`,
    })
    .from(user)
    .where(sql`${user.id} = ${sql.placeholder('id')}`),
)

/** A user as the interface shows one to himself. */
export async function readUser(db: Database, user_id: number) {
  const [row] = await userStatement(db, { id: user_id })
  // Between identification and here the account was closed.
  if (!row) throw unauthenticated('The token is unknown, revoked or expired.')
  const { identities, groups, is_root, permission_codes, ...profile } = row
  return {
    ...profile,
    username: identities['100']?.identifier ?? null,
    email: identities['101']?.identifier ?? null,
    email_verified: identities['101']?.verified ?? false,
    mobile: identities['102']?.identifier ?? null,
    mobile_verified: identities['102']?.verified ?? false,
    ...(profile.kind === 'staff' && { is_root, groups, permission_codes }),
  }
}
