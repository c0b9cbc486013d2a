import { expect, it } from 'vitest'
import { newIntention } from './intention'

it('keeps its key until it is done or means something else', () => {
  const intention = newIntention()
  const first = intention.keyFor({ sku_id: 1, count: 2 })
  expect(first).toMatch(/^[\w-]{8,64}$/)
  expect(intention.keyFor({ sku_id: 1, count: 2 })).toBe(first)
  const other = intention.keyFor({ sku_id: 1, count: 3 })
  expect(other).not.toBe(first)
  intention.done()
  expect(intention.keyFor({ sku_id: 1, count: 3 })).not.toBe(other)
})
