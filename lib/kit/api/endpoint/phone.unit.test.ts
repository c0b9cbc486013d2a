import { describe, expect, test } from 'vitest'
import { mobile, phone } from './fields'
import { searchedAs, ungrouped } from './phone'

describe('a phone number is stored without separators of its digits', () => {
  test.each([
    ['13800001234', '13800001234'],
    ['138-0000-1234', '13800001234'],
    ['138 0000 1234', '13800001234'],
    ['\u202d138\u20110000\u20131234\u202c', '13800001234'],
    ['１３８－００００－１２３４', '13800001234'],
    ['138\u00a00000\u30001234', '13800001234'],
    ['138.0000.1234', '13800001234'],
    ['+86 138 0000 1234', '13800001234'],
    ['＋８６　138-0000-1234', '13800001234'],
    ['(+86) 13800001234', '13800001234'],
    ['+49 171 2345678', '+491712345678'],
    ['+1 (212) 555-0123', '+12125550123'],
  ])('%j', (typed, stored) => {
    for (const schema of [phone, mobile]) expect(schema.parse(typed)).toBe(stored)
    expect(searchedAs(typed)).toBe(stored)
  })
})

describe('a text that is not a whole number', () => {
  test.each([
    ['0571-8800 1234', '0571-8800 1234'],
    ['（0571）88001234', '057188001234'],
    ['0571–88001234-801', '0571-88001234-801'],
    ['18412345678-1234', '18412345678-1234'],
    ['+8612345', '+8612345'],
  ])('such as %j keeps its separators in an address, and is searched unchanged', (typed, stored) => {
    expect(phone.parse(typed)).toBe(stored)
    expect(searchedAs(typed)).toBe(typed)
  })

  test.each(['茶（一）', '138 0000', '４０４'])('such as %j is searched as it is', (typed) =>
    expect(searchedAs(typed)).toBe(typed),
  )

  test('is not an account', () => {
    for (const typed of ['0571-8800 1234', '18412345678-1234', '12', '', ' - ', '1'.repeat(65)])
      expect(mobile.safeParse(typed).success, typed).toBe(false)
  })
})

test('separators of the digits are removed from any text', () => expect(ungrouped('（86）138 0000')).toBe('861380000'))
