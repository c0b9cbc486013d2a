import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SystemNoticeKind } from '@/db/enums'
import { notice, notice_read } from '@/db/schema/notice'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { shownColumns, visibleTo } from './queries'

/**
 * Writes that the caller has read this notice, and returns it. Reading it again changes nothing. Throws `not_found` for a
 * notice that the caller does not see now.
 */
export async function openNotice(tx: Database, id: number, caller: Caller) {
  const [row] = await tx
    .select(shownColumns)
    .from(notice)
    .where(and(eq(notice.id, id), visibleTo(caller)))
    // So that it is not deleted before the next statement.
    .for('key share')
  const opened = found(row, 'notice')
  await markRead(tx, caller, eq(notice.id, id))
  return opened
}

/** Writes that the caller has read every notice that they see now. */
export const markAllRead = (tx: Database, caller: Caller) => markRead(tx, caller, visibleTo(caller))

/** In the order of the ids, so that two requests of one user wait for each other instead of blocking each other. */
const markRead = (tx: Database, { user_id }: Caller, condition: SQL | undefined) =>
  tx.execute(sql`
    insert into ${notice_read} (user_id, notice_id)
    select ${user_id}::int, ${notice.id} from ${notice} where ${condition} order by ${notice.id} for key share
    on conflict do nothing`)

export interface SystemNotice {
  kind: SystemNoticeKind
  /** What it is about, such as the number of a payment: one notice of a kind is open for it. */
  subject: string
  /** The values of the texts `bell.system.<kind>`. */
  params: Record<string, string | number>
  /** The path of the admin page where something can be done about it. */
  link: `/admin/${string}`
  /** Only staff with this permission see it. */
  permission_code: PermissionCode
}

/**
 * Tells staff about something that needs a person. While a notice of this kind about this subject is published, nothing is
 * written: withdrawing it is how staff say that it is dealt with.
 */
export async function postSystemNotice(db: Database, values: SystemNotice): Promise<void> {
  await db
    .insert(notice)
    .values({
      ...values,
      source: 'system',
      audience: 'staff',
      title: '',
      status: 'published',
      published_at: sql`now()`,
    })
    .onConflictDoNothing({
      target: [notice.kind, notice.subject],
      where: sql`source = 'system' and status = 'published'`,
    })
}
