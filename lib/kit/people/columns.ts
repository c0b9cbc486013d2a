import { sql } from 'drizzle-orm'
import type { AccountType } from '@/db/enums'
import { user } from '@/db/schema/user'

const account = (type: AccountType) =>
  sql<
    string | null
  >`(select i.identifier from identity i where i.user_id = "user".id and i.type = ${sql.raw(String(type))})`

/** For both staff and customers. */
export const profileColumns = {
  id: user.id,
  nickname: user.nickname,
  avatar_url: user.avatar_url,
  username: account(100),
  email: account(101),
  mobile: account(102),
  status: user.status,
  remark: user.remark,
  last_login_at: user.last_login_at,
  created_at: user.created_at,
  updated_at: user.updated_at,
  version: user.version,
}
