import { and, desc, eq, inArray, type Placeholder, type SQL, sql } from 'drizzle-orm'
import { statement } from '@/db/connection/statement'
import type { PersonKind } from '@/db/enums'
import { notice, notice_read } from '@/db/schema/notice'
import { user } from '@/db/schema/user'
import { type Caller, holds } from '@/lib/kit/api/endpoint/caller'
import { cappedTotal, cmsTotalCap } from '@/lib/kit/api/endpoint/page'
import { upToCap } from '@/lib/kit/api/rows/count'
import type { Database } from '@/lib/kit/database'
import { profileColumns } from '@/lib/kit/people/columns'

/** The status is a literal, so that a prepared statement can use the index of published notices. */
const isShownNow = and(
  sql`${notice.status} = 'published' and ${notice.published_at} <= now()`,
  sql`(${notice.starts_at} is null or ${notice.starts_at} <= now())`,
  sql`(${notice.ends_at} is null or ${notice.ends_at} > now())`,
)

export const forCustomersNow = and(isShownNow, inArray(notice.audience, ['customer', 'all']))

type StaffMember = Pick<Caller, 'is_root' | 'permission_codes'>

/** A system notice may need a permission. undefined: no restriction. */
export const isOpenTo = ({ is_root, permission_codes }: StaffMember): SQL | undefined =>
  is_root ? undefined : isOpenWith(sql`${sql.param(permission_codes)}`)

/** `codes`: an SQL expression of a text array. */
export const isOpenWith = (codes: SQL) =>
  sql`(${notice.permission_code} is null or ${notice.permission_code} = any(${codes}::text[]))`

const forStaffNow = (caller: StaffMember) =>
  and(isShownNow, inArray(notice.audience, ['staff', 'all']), isOpenTo(caller))

export const visibleTo = (caller: Pick<Caller, 'kind'> & StaffMember) =>
  caller.kind === 'staff' ? forStaffNow(caller) : forCustomersNow

/** Never null in a published notice. */
const published_at = sql<Date>`${notice.published_at}`.mapWith(notice.published_at)

const publicColumns = { id: notice.id, type: notice.type, title: notice.title, published_at }

export const publicNoticeColumns = { ...publicColumns, content: notice.content }

/** Pinned first, then the newest. */
export const noticesForCustomers = (db: Database) =>
  db
    .select(publicNoticeColumns)
    .from(notice)
    .where(forCustomersNow)
    .orderBy(desc(notice.pinned), desc(notice.published_at), desc(notice.id))

const staffColumns = {
  ...publicColumns,
  source: notice.source,
  kind: notice.kind,
  params: notice.params,
  link: notice.link,
}

/** With the content. */
export const shownColumns = { ...staffColumns, content: notice.content }

/** In the response of an `unread` endpoint. */
const unreadSize = 5

const isUnreadBy = (user_id: Placeholder | number) => sql`not exists (
  select from ${notice_read} r where r.user_id = ${user_id} and r.notice_id = ${notice.id})`

const isUnread = isUnreadBy(sql.placeholder('user_id'))

export const unreadBy = (caller: StaffMember & { user_id: number }) =>
  and(forStaffNow(caller), isUnreadBy(caller.user_id))

/** Repeated in every row, so that one statement reads both the notices and their number. */
const unreadCount = sql<number>`(count(*) over ())::int`
const newestFirst = [desc(notice.published_at), desc(notice.id)]

const unreadOfStaff = statement('unread_of_staff', (db) =>
  db
    .select({ ...staffColumns, count: unreadCount })
    .from(notice)
    .where(
      and(
        isShownNow,
        inArray(notice.audience, ['staff', 'all']),
        sql`(${sql.placeholder('is_root')}::boolean or ${isOpenWith(sql`${sql.placeholder('codes')}`)})`,
        isUnread,
      ),
    )
    .orderBy(...newestFirst)
    .limit(unreadSize),
)

const unreadOfCustomer = statement('unread_of_customer', (db) =>
  db
    .select({ ...publicColumns, count: unreadCount })
    .from(notice)
    .where(and(forCustomersNow, isUnread))
    .orderBy(...newestFirst)
    .limit(unreadSize),
)

const counted = <Row extends { count: number }>(items: Row[]) => ({ count: items[0]?.count ?? 0, items })

/** With the newest five. */
export const readUnreadOfStaff = async (db: Database, { user_id, is_root, permission_codes }: Caller) =>
  counted(await unreadOfStaff(db, { user_id, is_root, codes: permission_codes }))

/** With the newest five. */
export const readUnreadOfCustomer = async (db: Database, { user_id }: Caller) =>
  counted(await unreadOfCustomer(db, { user_id }))

/** The latest first. Names of customers are empty for staff who may not list customers. */
export async function listReaders(
  db: Database,
  notice_id: number,
  { page, size }: { page: number; size: number },
  caller: Caller,
) {
  const mayName = holds(caller, 'cms.customer.list') ? sql`true` : sql`${user.kind} = 'staff'`
  const ofNotice = eq(notice_read.notice_id, notice_id)
  const [items, [total]] = await Promise.all([
    db
      .select({
        user: {
          id: user.id,
          kind: sql<PersonKind>`${user.kind}`,
          nickname: sql<string>`case when ${mayName} then ${user.nickname} else '' end`,
          username: sql<string | null>`case when ${mayName} then ${profileColumns.username} end`,
        },
        read_at: notice_read.read_at,
      })
      .from(notice_read)
      .innerJoin(user, eq(user.id, notice_read.user_id))
      .where(ofNotice)
      .orderBy(desc(notice_read.read_at), desc(notice_read.user_id))
      .limit(size)
      .offset((page - 1) * size),
    db.select({ counted: sql<number>`count(*)::int` }).from(upToCap(db, notice_read, ofNotice, cmsTotalCap)),
  ])
  return { items, page, size, ...cappedTotal(total?.counted ?? 0, cmsTotalCap) }
}
