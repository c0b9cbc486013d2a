import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newStaff, newTemplate } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'

test('of templates that become the default at the same time, exactly one is', async () => {
  const { token } = await newStaff([
    'cms.freight_template.list',
    'cms.freight_template.update',
    'cms.freight_template.delete',
  ])
  const db = await database()
  for (let round = 0; round < rounds(20); round++) {
    const ids = await Promise.all(Array.from({ length: 4 }, () => newTemplate({})))
    const replies = await Promise.all([
      ...ids.map((id) =>
        api('PUT /cms/freight_template/{id}', { token, params: { id }, body: { is_default: true, version: 1 } }),
      ),
      api('DELETE /cms/freight_template/{id}', { token, params: { id: ids[0] ?? 0 } }),
    ])
    const [last] = replies.splice(-1)
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(3)
    expect([204, 409]).toContain(last?.status)
    const found = await db.select().from(tables.freight_template).where(eq(tables.freight_template.is_default, true))
    expect(found).toHaveLength(1)
  }
})
