import { expect, test } from 'vitest'
import { cellsOf, fillOf, parseCell, pastedInto, textOfCell } from './cells'

test('text copied from a spreadsheet becomes cells', () => {
  expect(cellsOf('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ])
  expect(cellsOf('1\n2\n3')).toEqual([['1'], ['2'], ['3']])
  expect(cellsOf('a\t\tb')).toEqual([['a', '', 'b']])
  expect(cellsOf('a\t')).toEqual([['a', '']])
  expect(cellsOf('\n1')).toEqual([[''], ['1']])
  expect(cellsOf('"two\nlines"\t"a ""quote"""\nplain "quotes"\t5')).toEqual([
    ['two\nlines', 'a "quote"'],
    ['plain "quotes"', '5'],
  ])
})

test('prices are read to the fen, and invalid text is kept', () => {
  expect(parseCell('price', '19.99')).toBe(1_999)
  expect(parseCell('price', ' ¥1,200 ')).toBe(120_000)
  expect(parseCell('price', '12.345')).toBe('12.345')
  expect(parseCell('price', '')).toBeNull()
  expect(textOfCell('price', 1_999)).toBe('19.99')
  expect(textOfCell('price', 'cheap')).toBe('cheap')
  expect(textOfCell('price', null)).toBe('')
})

test('numbers, texts and yes or no are read', () => {
  expect(parseCell('stock', '1,200')).toBe(1_200)
  expect(parseCell('stock', '-3')).toBe('-3')
  expect(parseCell('stock', '1.5')).toBe('1.5')
  expect(parseCell('sku_no', '007')).toBe('007')
  expect(['是', 'TRUE', '1'].map((text) => parseCell('enabled', text))).toEqual([true, true, true])
  expect(['否', 'no', '0'].map((text) => parseCell('enabled', text))).toEqual([false, false, false])
  expect(parseCell('enabled', 'maybe')).toBe('maybe')
})

test.each([
  ['price', '+10', [1_999, 2_999]],
  ['price', '-5', [499, 1_499]],
  ['price', '+10%', [1_099, 2_199]],
  ['price', ' −10 % ', [899, 1_799]],
  ['price', '－１２．５％', [874, 1_749]],
  ['price', '-20', [1, 1]],
  ['price', '-100%', [1, 1]],
  ['price', '69', [6_900, 6_900]],
  ['stock', '+1,000', [1_999, 2_999]],
  ['stock', '-1500', [0, 499]],
  ['stock', '-50%', [500, 1_000]],
  ['enabled', 'no', [false, false]],
] as const)('%s of several rows: %s is a value, or a change of each own value', (name, text, after) => {
  const fill = fillOf(name, text)
  expect([999, 1_999].map((before) => fill?.of(before))).toEqual(after)
})

test('a change has no effect on an empty or invalid cell, and a price of 0 stays possible', () => {
  const fill = fillOf('price', '-10%')
  expect([null, undefined, 'cheap', 0].map((before) => fill?.of(before))).toEqual([null, null, 'cheap', 0])
})

test.each(['', ' ', '+', '%', '10%', '+-5', '--5', '+5%%', '*2', '+1.005', 'cheap', '+ten', '+¥'])(
  'the text %j fills nothing',
  (text) => expect(fillOf('price', text)).toBeUndefined(),
)

test('pieces are changed by whole numbers', () => expect(fillOf('stock', '+1.5')).toBeUndefined())

test('cells are pasted from the row and column of the cursor, and the others are counted', () => {
  const rows = [{ price: 1 }, { price: 2 }, { price: 3 }]
  const cells = [
    ['5.00', '7'],
    ['6.00', '8'],
    ['9.00', '9'],
  ]
  const isEntered = (name: string) => name !== 'stock'
  expect(pastedInto(rows, cells, { row: 1, columns: ['price', 'stock'], isEntered })).toEqual({
    pasted: [{ price: 1 }, { price: 500 }, { price: 600 }],
    written: 2,
    ignored: 4,
  })
})
