import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { SystemNoticeKind } from '@/db/enums'
import { notice, notice_read } from '@/db/schema/notice'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import type { PermissionCode } from '@/lib/kit/api/endpoint/endpoint'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { shownColumns, visibleTo } from './queries'

/** Repeated reads change nothing. Throws `not_found` for a notice that the caller does not see now. */
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

export const markAllRead = (tx: Database, caller: Caller) => markRead(tx, caller, visibleTo(caller))

/** By id, so that two requests of one user wait for each other instead of causing a deadlock. */
const markRead = (tx: Database, { user_id }: Caller, condition: SQL | undefined) =>
  tx.execute(sql`
    insert into ${notice_read} (user_id, notice_id)
    select ${user_id}::int, ${notice.id} from ${notice} where ${condition} order by ${notice.id} for key share
    on conflict do nothing`)

export interface SystemNotice {
  kind: SystemNoticeKind
  /** The number of a record, such as a payment. One open notice per kind and subject. */
  subject: string
  /** For the texts `bell.system.<kind>`. */
  params: Record<string, string | number>
  /** Staff handle the event on this page. */
  link: `/admin/${string}`
  /** To see the notice. */
  permission_code: PermissionCode
}

/** Does nothing while one of the same kind and subject is published. Staff withdraw it once the event is handled. */
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
