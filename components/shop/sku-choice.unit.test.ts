import { expect, it } from 'vitest'
import { chosenSku, firstChoice, missingAt, type Sku, stateOf, withValue } from './sku-choice'

const sku = (id: number, spec_values: string[], stock = 5): Sku => ({
  id,
  sku_no: `S${id}`,
  spec_values,
  price: 100 * id,
  market_price: null,
  stock,
  image_url: null,
  deal: null,
})

const cup = {
  specs: [
    { name: '颜色', values: ['白', '灰'] },
    { name: '容量', values: ['小', '大'] },
  ],
  skus: [sku(1, ['白', '小']), sku(2, ['白', '大'], 0), sku(3, ['灰', '小'])],
}

it('chooses what there is no choice of', () => {
  const box = { specs: [{ name: '规格', values: ['一盒'] }], skus: [sku(4, ['一盒'])] }
  expect(chosenSku(box, firstChoice(box))?.id).toBe(4)
  const plain = { specs: [], skus: [sku(5, [])] }
  expect(chosenSku(plain, firstChoice(plain))?.id).toBe(5)
  expect(firstChoice(cup)).toEqual([null, null])
})

it('knows the SKU once every spec has a value', () => {
  const one = withValue(cup, firstChoice(cup), 0, '白')
  expect([chosenSku(cup, one), missingAt(one)]).toEqual([undefined, 1])
  const both = withValue(cup, one, 1, '小')
  expect([chosenSku(cup, both)?.id, missingAt(both)]).toEqual([1, -1])
})

it('says what can be had with the other chosen values', () => {
  const white = withValue(cup, firstChoice(cup), 0, '白')
  expect([stateOf(cup, white, 1, '小'), stateOf(cup, white, 1, '大')]).toEqual(['available', 'sold_out'])
  const grey = withValue(cup, firstChoice(cup), 0, '灰')
  expect(stateOf(cup, grey, 1, '大')).toBe('other')
  // The value of the same spec is ignored, because another color can be chosen instead.
  expect(stateOf(cup, grey, 0, '白')).toBe('available')
})

it('has no dead end: a value that does not fit the others takes their place', () => {
  const grey = withValue(cup, withValue(cup, firstChoice(cup), 0, '灰'), 1, '小')
  expect(withValue(cup, grey, 1, '大')).toEqual([null, '大'])
})
