import { asc, eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff } from '@/lib/server/testing/factories'

test('concurrent changes are all applied, and the audit log has each in order', async () => {
  const { id, token } = await newStaff([], { is_root: true })
  const values = Array.from({ length: 20 }, (_, at) => at + 100)
  const replies = await Promise.all(
    values.map((value, at) =>
      api('PUT /cms/config', {
        token,
        // The two keys in either order; every third request resets them.
        body:
          at % 3 === 2
            ? { 'order.unpaid_max': null, 'address.max': null }
            : at % 3 === 1
              ? { 'order.unpaid_max': value, 'address.max': value }
              : { 'address.max': value, 'order.unpaid_max': value },
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual(values.map(() => 200))
  const { oper_log } = tables
  const rows = await (await database())
    .select({ before: oper_log.before, after: oper_log.after })
    .from(oper_log)
    .where(eq(oper_log.user_id, id))
    .orderBy(asc(oper_log.id))
  let expected: Record<string, unknown> = { 'order.unpaid_max': 10, 'address.max': 20 }
  for (const { before, after } of rows) {
    expect(expected).toMatchObject(before ?? {})
    expected = { ...expected, ...after }
  }
  const now = (await api('GET /cms/config', { token })).body
  expect(Object.fromEntries(now.filter(({ key }) => key in expected).map(({ key, value }) => [key, value]))).toEqual(
    expected,
  )
})
