import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SystemNoticeKind } from '@/db/enums'
import { notice, notice_read } from '@/db/schema/notice'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { shownColumns, visibleTo } from './queries'

/**
 * Marks a notice as read by the caller, and returns the notice. Repeated reads change nothing. Throws `not_found` for a
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

/** Marks every notice that the caller sees now as read. */
export const markAllRead = (tx: Database, caller: Caller) => markRead(tx, caller, visibleTo(caller))

/**
 * Marks notices as read, sorted by id, so that two requests of one user wait for each other instead of causing a
 * deadlock.
 */
const markRead = (tx: Database, { user_id }: Caller, condition: SQL | undefined) =>
  tx.execute(sql`
    insert into ${notice_read} (user_id, notice_id)
    select ${user_id}::int, ${notice.id} from ${notice} where ${condition} order by ${notice.id} for key share
    on conflict do nothing`)

export interface SystemNotice {
  kind: SystemNoticeKind
  /**
   * The number of the record that the notice is about, such as a payment. Each kind of notice has at most one open
   * notice about a subject.
   */
  subject: string
  /** The values for the placeholders in the texts `bell.system.<kind>`. */
  params: Record<string, string | number>
  /** The path of the admin page on which staff handle the event. */
  link: `/admin/${string}`
  /** The permission that staff need to see the notice. */
  permission_code: PermissionCode
}

/**
 * Publishes a notice about an event that staff must handle. Does nothing while a notice of the same kind about the same
 * subject is published. Staff withdraw the notice once the event is handled.
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
