import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newProduct, newStaff, newTemplate } from '@/lib/server/testing/factories'
import { both, rounds } from '@/lib/server/testing/races'

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

test('a product without weights does not go on sale while its template starts to charge by weight', async () => {
  const codes = ['cms.freight_template.update', 'cms.product.update']
  const { token } = await newStaff(codes)
  const rule = { regions: [], first: 500, first_fee: 800, next: 500, next_fee: 200, free_amount: null }
  const statuses = new Set<string>()
  for (let round = 0; round < rounds(100); round++) {
    const template = await newTemplate({ rules: [rule] })
    const { id } = await newProduct({ status: 'draft', images: ['/demo/a.svg'], freight_template_id: template })
    const [sold, changed] = await both(
      round,
      () => api('PUT /cms/product/{id}', { token, params: { id }, body: { status: 'on_sale' } }),
      () =>
        api('PUT /cms/freight_template/{id}', {
          token,
          params: { id: template },
          body: { charge: 'weight', version: 1 },
        }),
    )
    statuses.add([sold.status, changed.status].join())
  }
  expect([...statuses].sort()).toEqual(['200,409', '409,200'])
})
