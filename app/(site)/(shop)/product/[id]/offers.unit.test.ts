import { expect, test } from 'vitest'
import { offersFor, pathTo } from './offers'

const leaf = (id: number) => ({ id, parent_id: null, name: '', description: '', image_url: null, children: [] })
const tree = [leaf(1), { ...leaf(2), children: [{ ...leaf(3), children: [leaf(4)] }, leaf(5)] }]

test('the path to a category has the categories above it', () => {
  expect([pathTo(tree, 4), pathTo(tree, 1), pathTo(tree, 9)]).toEqual([[2, 3, 4], [1], []])
})

test('a promotion is for all products, for those of its categories or for chosen ones, without the excepted ones', () => {
  const none = { gives: 'reduction', category_ids: [], product_ids: [], except_product_ids: [] } as const
  const promotions = [
    { ...none, id: 1, scope: 'all' },
    { ...none, id: 2, scope: 'all', except_product_ids: [7] },
    { ...none, id: 3, scope: 'categories', category_ids: [2] },
    { ...none, id: 4, scope: 'categories', category_ids: [5] },
    { ...none, id: 5, scope: 'categories', category_ids: [2], except_product_ids: [7] },
    { ...none, id: 6, scope: 'products', product_ids: [7] },
    { ...none, id: 7, scope: 'products', product_ids: [8] },
  ] as const
  expect(offersFor(promotions, { id: 7, skus: [{ deal: null }] }, pathTo(tree, 4)).map(({ id }) => id)).toEqual([
    1, 3, 6,
  ])
})

test('while all SKUs have exclusive deals, no other promotion applies, nor one of the freight', () => {
  const everywhere = { scope: 'all', category_ids: [], product_ids: [], except_product_ids: [] } as const
  const promotions = [
    { ...everywhere, gives: 'reduction' },
    { ...everywhere, gives: 'freight' },
  ] as const
  const gains = (...deals: ({ exclusive: boolean } | null)[]) =>
    offersFor(promotions, { id: 7, skus: deals.map((deal) => ({ deal })) }, []).map(({ gives }) => gives)
  const [exclusive, other] = [{ exclusive: true }, { exclusive: false }]
  expect(gains(exclusive, exclusive)).toEqual([])
  for (const deals of [[exclusive, null], [exclusive, other], []])
    expect(gains(...deals)).toEqual(['reduction', 'freight'])
})
