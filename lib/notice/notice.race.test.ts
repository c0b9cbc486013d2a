import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newCustomer, newStaff, unique } from '@/lib/server/testing/factories'

test('a notice that is marked as read by concurrent requests is stored as read once', async () => {
  const [colleague, buyer] = [await newStaff(['cms.notice.create']), await newCustomer()]
  const body = { title: unique('通知'), content: '', status: 'published' }
  const ids = await Promise.all(
    Array.from({ length: 4 }, async () => (await api('POST /cms/notice', { token: colleague.token, body })).body.id),
  )
  const all = ids.flatMap((id) => [
    api('POST /cms/notice/{id}/read', { token: colleague.token, params: { id } }),
    api('POST /cms/notice/read', { token: colleague.token }),
    api('POST /v1/notice/{id}/read', { token: buyer.token, params: { id } }),
    api('POST /v1/notice/{id}/read', { token: buyer.token, params: { id } }),
  ])
  for (const { status } of await Promise.all(all)) expect([200, 204]).toContain(status)
  const db = await database()
  const read = await db.select().from(tables.notice_read).where(eq(tables.notice_read.user_id, buyer.id))
  expect(read).toHaveLength(4)
})
