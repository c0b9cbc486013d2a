import { createHash, randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { error_log, login_log, oper_log } from '@/db/schema/log'
import { theme } from '@/db/schema/theme'
import { user } from '@/db/schema/user'
import { edits, errors, signIns } from '@/db/seed/shop/week'
import { updateCustomer } from '@/lib/customer/cms'
import { found } from '@/lib/kit/api/rows/rows'
import type { OperationRow } from '@/lib/kit/api/run/audit'
import type { Database } from '@/lib/kit/database'
import { updateTheme } from '@/lib/theme/cms'
import { readTheme } from '@/lib/theme/queries'
import { updateCmsUser } from '@/lib/user/cms'
import type { IdOf } from './catalogue'
import { office, type Perform } from './perform'

type HoursAgo = (hours: number) => Date

interface People {
  /** By username. */
  staff: ReadonlyMap<string, number>
  customers: ReadonlyMap<string, { user_id: number }>
}

/** In the last week, except of orders. */
export async function editThings(
  tx: Database,
  performer: (username: string) => Perform,
  { staff, customers, themeOf, ago }: People & { themeOf: IdOf; ago: HoursAgo },
): Promise<void> {
  for (const edit of edits) {
    const perform = performer(edit.by)
    const at = ago(edit.hours_ago)
    if ('theme' in edit) {
      const id = themeOf(edit.theme)
      const { version } = await readTheme(tx, id)
      await perform(updateTheme, { description: edit.description, version }, { id, at })
      await tx.update(theme).set({ updated_at: at }).where(eq(theme.id, id))
    } else if ('customer' in edit) {
      const { user_id: id } = found(customers.get(edit.customer), 'customer')
      await perform(updateCustomer, { remark: edit.remark, version: 1 }, { id, at })
      await tx.update(user).set({ updated_at: at }).where(eq(user.id, id))
    } else {
      const id = found(staff.get(edit.staff), 'staff member')
      await perform(updateCmsUser, { remark: edit.remark, version: 1 }, { id, at })
      await tx.update(user).set({ updated_at: at }).where(eq(user.id, id))
    }
  }
}

const byTime = <Row extends { hours_ago: number }>(rows: readonly Row[]) =>
  rows.toSorted((a, b) => b.hours_ago - a.hours_ago)

/** Oldest first, so that ids increase with time. */
export async function createLogs(
  tx: Database,
  operations: (OperationRow & { created_at: Date })[],
  { staff, ago }: { staff: People['staff']; ago: HoursAgo },
): Promise<void> {
  await tx.insert(oper_log).values(operations.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime()))
  await tx.insert(login_log).values(
    byTime(signIns).map(({ hours_ago, account, username, reason, ip }) => ({
      account,
      type: 100,
      user_id: (username && staff.get(username)) ?? null,
      success: reason === undefined,
      reason: reason ?? null,
      ip: ip ?? office.ip,
      user_agent: ip ? 'curl/8.14.1' : office.user_agent,
      created_at: ago(hours_ago),
    })),
  )
  for (const [username, id] of staff) {
    const last = byTime(signIns.filter((one) => one.username === username && !one.reason)).at(-1)
    if (last)
      await tx
        .update(user)
        .set({ last_login_at: ago(last.hours_ago) })
        .where(eq(user.id, id))
  }
  await tx.insert(error_log).values(
    errors.map(({ first_hours_ago, last_hours_ago, ...error }) => ({
      ...error,
      fingerprint: createHash('sha256').update(`${error.path} ${error.message}`).digest('hex').slice(0, 32),
      first_at: ago(first_hours_ago),
      last_at: ago(last_hours_ago),
      created_at: ago(first_hours_ago),
      updated_at: ago(last_hours_ago),
      request_ids: [randomUUID()],
    })),
  )
}
