// @vitest-environment happy-dom

import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Shown } from '@/components/ui/testing/shown'
import { type Card, ProductGrid, ProductRows } from './product-card'

afterEach(cleanup)

const card: Card = {
  id: 1,
  name: '绿茶',
  summary: '明前',
  image_url: null,
  price: 9_900,
  price_max: 9_900,
  market_price: 12_000,
  stock: 9,
  sold_count: 0,
  category_id: 2,
  pickup_only: false,
  deal: null,
}
const ends_at = '2026-12-01T00:00:00Z'

test.each([
  ['without a deal', null, '¥99.00Compare-at price ¥120.00'],
  ['with a deal', { price: 4_900, ends_at, left: null }, '¥49.00Regular price ¥99.00'],
  [
    'with a deal of an SKU that stays more expensive',
    { price: 10_900, ends_at, left: null },
    '¥99.00Compare-at price ¥120.00',
  ],
])('the price of a product %s', (_, deal, text) => {
  render(
    <Shown>
      <ProductGrid cards={[{ ...card, deal }]} />
    </Shown>,
  )
  expect(screen.getByText('¥99.00').closest('div')?.textContent).toBe(text)
})

test('the lowest of several prices says so, also with a deal', () => {
  const several = { ...card, price_max: 19_800, market_price: null }
  render(
    <Shown>
      <ProductGrid cards={[several, { ...several, id: 2, deal: { price: 4_900, ends_at, left: null } }]} />
    </Shown>,
  )
  const texts = screen.getAllByText('From').map(({ parentElement }) => parentElement?.textContent)
  expect(texts).toEqual(['From ¥99.00', 'From ¥49.00'])
})

test('a deal has its clock and its pieces left where its terms are shown', () => {
  const deal = { price: 4_900, ends_at: new Date(Date.now() + 90_000).toISOString(), left: 3 }
  const { rerender } = render(
    <Shown>
      <ProductGrid cards={[{ ...card, deal }]} hasTerms />
    </Shown>,
  )
  expect(screen.getByRole('timer').textContent).toMatch(/01:(?:29|30)$/)
  expect(screen.getByText('Only 3 left at this price')).toBeTruthy()
  rerender(
    <Shown>
      <ProductGrid cards={[{ ...card, deal }]} />
    </Shown>,
  )
  expect(screen.queryByRole('timer')).toBeNull()
})

test('a product that is only collected says so, in a grid and in rows', () => {
  const cards = [
    { ...card, pickup_only: true },
    { ...card, id: 2 },
  ]
  render(
    <Shown>
      <ProductGrid cards={cards} />
      <ProductRows cards={cards} />
    </Shown>,
  )
  const lists = screen.getAllByRole('list').map((list) => within(list).getAllByText('Pick-up only'))
  expect(lists.map(({ length }) => length)).toEqual([1, 1])
})
