import { describe, expect, test } from 'vitest'
import { changedBySpreadsheet } from './cells'

describe('a value that a spreadsheet has changed', () => {
  test.each([
    ['0012', '12', 'number_format'],
    ['012345678905', '12345678905', 'number_format'],
    ['000', '0', 'number_format'],
    ['3-5', '3月5日', 'date_format'],
    ['3-5', '5-Mar', 'date_format'],
    ['3/5', '2026/3/5', 'date_format'],
    ['10-2026', 'Oct-26', 'date_format'],
  ] as const)('%s → %s is %s', (before, after, fault) => expect(changedBySpreadsheet(before, after)).toBe(fault))

  test.each([
    ['0012', '13'],
    ['12', '0012'],
    ['0012', '0013'],
    ['A-5', 'A-6'],
    ['3-5', '3-6'],
    ['1012', '12'],
    ['春茶', '3月5日'],
  ])('%s → %s is a change like any other', (before, after) =>
    expect(changedBySpreadsheet(before, after)).toBeUndefined(),
  )
})
