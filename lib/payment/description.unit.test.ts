import { expect, test } from 'vitest'
import { describeGoods } from './description'

test('contains the name of the goods and the number of pieces', () => {
  expect(describeGoods('雨前绿茶', 1)).toBe('雨前绿茶')
  expect(describeGoods('雨前绿茶', 3)).toBe('雨前绿茶 等 3 件')
})

test.each(['茶', 'a', '😀', '👨‍👩‍👧'])(
  'a name of many %s has at most 127 bytes, and ends between characters',
  (character) => {
    for (const count of [10, 30, 42, 43, 44, 120]) {
      const text = describeGoods(character.repeat(count), 49_950)
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(127)
      expect(text).toMatch(/ 等 49950 件$/)
      expect(text.replace(/…? 等 49950 件$/, '').replaceAll(character, '')).toBe('')
    }
  },
)
