import { expect, test } from 'vitest'
import { cellsOf, parseCell, textOfCell } from './cells'

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
