import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as tables from '@/db/tables'
import { api } from '@/lib/server/testing/api'
import { database, newBuyer, newProduct, newTemplate, setParameters } from '@/lib/server/testing/factories'
import { rounds } from '@/lib/server/testing/races'

const rule = { regions: [], first: 1, first_fee: 0, next: 1, next_fee: 0, free_amount: null }

test('while a template is changed, an order costs what was shown, or is refused', async () => {
  await setParameters({
    'limit.writes_per_minute': 1_000_000,
    'order.unpaid_max': 100_000,
    'order.unpaid_pieces': 100_000,
  })
  const db = await database()
  const template = await newTemplate({ rules: [rule] })
  const { sku } = await newProduct({ freight_template_id: template, skus: [{ price: 1_000, stock: 100_000 }] })
  const buyers = await Promise.all(Array.from({ length: 4 }, () => newBuyer()))
  const items = [{ sku_id: sku.id, count: 1 }]
  const counted = { placed: 0, refused: 0 }
  for (let round = 1; round <= rounds(60); round++) {
    const { body: shown } = await api('POST /v1/order/preview', { token: buyers[0]?.token ?? '', body: { items } })
    const [replies] = await Promise.all([
      Promise.all(
        buyers.map(({ token }) =>
          api('POST /v1/order', { token, body: { items, expected_amount: shown.total_amount } }),
        ),
      ),
      db
        .update(tables.freight_template)
        .set({ rules: [{ ...rule, first_fee: round }] })
        .where(eq(tables.freight_template.id, template)),
    ])
    for (const { status, body, problem } of replies) {
      if (status === 201) {
        counted.placed++
        expect(body.total_amount).toBe(shown.total_amount)
      } else {
        counted.refused++
        expect(problem).toMatchObject({ code: 'price_changed', freight_amount: round, total_amount: 1_000 + round })
      }
    }
  }
  const orders = await db.select().from(tables.order)
  expect(orders).toHaveLength(counted.placed)
  for (const { freight_amount, freight_detail } of orders)
    expect(freight_detail).toMatchObject([{ amount: freight_amount }])
  expect(counted.placed + counted.refused).toBe(4 * rounds(60))
})
