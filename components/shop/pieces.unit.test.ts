import { expect, test } from 'vitest'
import { piecesOf } from './pieces'

test.each([
  ['雨伞', ['伞', '雨']],
  ['茶杯', ['杯', '茶']],
  ['保温杯', ['杯', '保温']],
  ['玻璃茶杯', ['茶杯', '杯']],
  ['绿色 雨伞', ['雨伞', '绿色']],
  ['绿色 防风 雨伞', ['雨伞', '绿色']],
  ['iPhone手机壳', ['手机壳', 'iPhone']],
  ['杯', []],
  ['杯 杯', ['杯']],
  ['umbrella', []],
  ['green umbrella', ['umbrella', 'green']],
  ['', []],
])('%s has the parts %j', (q, pieces) => {
  expect(piecesOf(q)).toEqual(pieces)
})
