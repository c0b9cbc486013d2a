import { describe, expect, test } from 'vitest'
import { fenOf, yuanOf } from './money'

describe('prices in yuan', () => {
  test('are read exactly', () => {
    const all = Array.from({ length: 20_000 }, (_, index) => index * 7)
    expect(all.filter((fen) => fenOf(yuanOf(fen)) !== fen)).toEqual([])
    expect(fenOf('19.99')).toBe(1_999)
    expect(fenOf('1.005')).toBeUndefined()
    expect(fenOf('10000000.00')).toBe(1_000_000_000)
  })

  test('are read as people and spreadsheets write them', () => {
    const prices: [string, number][] = [
      ['12', 1_200],
      ['12.', 1_200],
      ['12.5', 1_250],
      [' 12.50 ', 1_250],
      ['¥12.50', 1_250],
      ['￥ 12.50', 1_250],
      ['１２．５元', 1_250],
      ['1,990.00', 199_000],
      ['-3.5', -350],
      ['-¥3.5', -350],
    ]
    for (const [text, fen] of prices) expect(fenOf(text), text).toBe(fen)
  })

  test('anything else is not a price', () => {
    for (const text of ['', ' ', '.', '.5', '1e3', '12,5', '1,99', '0x10', '12.345', 'abc', '12 34', '9'.repeat(20)])
      expect(fenOf(text), text).toBeUndefined()
  })

  test('are written with two decimals', () => {
    expect([0, 5, 50, 1_990, -350].map(yuanOf)).toEqual(['0.00', '0.05', '0.50', '19.90', '-3.50'])
  })
})
