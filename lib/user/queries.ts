import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { jsonStatement } from '@/db/connection/statement'
import type { PersonKind } from '@/db/enums'
import type { user } from '@/db/schema/user'
import { unauthenticated } from '@/lib/kit/api/endpoint/caller'
import type { Database } from '@/lib/kit/database'
import type { OwnView } from '@/lib/view/schema'

interface Identities {
  [type: string]: { identifier: string; verified: boolean } | undefined
}

type UserColumn = 'id' | 'nickname' | 'avatar_url' | 'gender' | 'birthday' | 'is_root'

interface Row extends Pick<typeof user.$inferSelect, UserColumn> {
  kind: PersonKind
  has_password: boolean
  created_at: string
  identities: Identities
  groups: { id: number; name: string }[]
  permission_codes: string[]
  views: z.input<typeof OwnView>[]
}

const userStatement = jsonStatement('read_user', (db) =>
  db
    .select({
      json: sql<Row>`json_build_object(
        'id', u.id, 'kind', u.kind, 'nickname', u.nickname, 'avatar_url', u.avatar_url, 'gender', u.gender, 'birthday', u.birthday,
        'has_password', u.secret_hash is not null, 'created_at', u.created_at, 'is_root', u.is_root,
        'identities', coalesce((
          select json_object_agg(i.type, json_build_object('identifier', i.identifier, 'verified', i.verified_at is not null))
          from identity i where i.user_id = u.id and i.type <> 200), '{}'),
        'groups', case u.kind when 'staff' then coalesce((
          select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.name)
          from user_group ug join "group" g on g.id = ug.group_id where ug.user_id = u.id), '[]') else '[]' end,
        'permission_codes', case
          when u.is_root then array(select code from auth where not obsolete order by code)
          when u.kind = 'staff' then array(
            select distinct gp.code from user_group ug join group_permission gp on gp.group_id = ug.group_id
            where ug.user_id = u.id order by gp.code) else '{}' end,
        'views', case u.kind when 'staff' then coalesce((
          select json_agg(json_build_object('id', w.id, 'list', w.list, 'name', w.name, 'query', w.query, 'columns', w.columns)
            order by w.id)
          from "view" w where w.user_id = u.id), '[]') else '[]' end)`,
    })
    .from(sql`"user" u`)
    .where(sql`u.id = ${sql.placeholder('id')}`),
)

/** Throws `unauthenticated` if the user does not exist. */
export async function readUser(db: Database, user_id: number) {
  const [row] = await userStatement(db, { id: user_id })
  // The account was closed after the caller was identified.
  if (!row) throw unauthenticated('The token is unknown, revoked or expired.')
  const { identities, id, kind, nickname, avatar_url, gender, birthday, has_password, created_at } = row
  const user = {
    id,
    kind,
    nickname,
    avatar_url,
    gender,
    birthday,
    has_password,
    created_at,
    username: identities['100']?.identifier ?? null,
    email: identities['101']?.identifier ?? null,
    email_verified: identities['101']?.verified ?? false,
    mobile: identities['102']?.identifier ?? null,
    mobile_verified: identities['102']?.verified ?? false,
  }
  if (kind === 'customer') return user
  const { is_root, groups, permission_codes, views } = row
  return { ...user, is_root, groups, permission_codes, views }
}
