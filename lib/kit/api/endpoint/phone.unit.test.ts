import { describe, expect, test } from 'vitest'
import { mobile, phone } from './fields'
import { typeOfAccount, ungrouped } from './phone'
import './phone-number'

describe('a phone number is stored without separators of its digits', () => {
  test.each([
    ['13800001234', '13800001234'],
    ['138-0000-1234', '13800001234'],
    ['138 0000 1234', '13800001234'],
    ['\u202d138\u20110000\u20131234\u202c', '13800001234'],
    ['１３８－００００－１２３４', '13800001234'],
    ['138\u00a00000\u30001234', '13800001234'],
    ['138.0000.1234', '13800001234'],
    ['【138】0000[1234]', '13800001234'],
    ['+86 138 0000 1234', '13800001234'],
    ['＋８６　138-0000-1234', '13800001234'],
    ['(+86) 13800001234', '13800001234'],
    ['+86 (0)138 0000 1234', '13800001234'],
    ['0086 13800001234', '13800001234'],
    ['8613800001234', '13800001234'],
    ['013800001234', '13800001234'],
    ['+86 571 88001234', '057188001234'],
    ['+86 400-800-1234', '4008001234'],
    ['+49 171 2345678', '+491712345678'],
    ['0049 171 2345678', '+491712345678'],
    ['+49 (0)171 2345678', '+491712345678'],
    ['+1 (212) 555-0123', '+12125550123'],
  ])('%j', (typed, stored) => {
    for (const schema of [phone, mobile]) expect(schema.parse(typed)).toBe(stored)
  })
})

describe('a text that is not a whole number', () => {
  test.each([
    ['0571-8800 1234', '0571-8800 1234'],
    ['（0571）88001234', '057188001234'],
    ['0571–88001234-801', '0571-88001234-801'],
    ['18412345678-1234', '18412345678-1234'],
    ['95588', '95588'],
  ])('such as %j keeps its separators in an address', (typed, stored) => {
    expect(phone.parse(typed)).toBe(stored)
  })

  test('is not an account', () => {
    for (const typed of ['0571-8800 1234', '18412345678-1234', '12', '', ' - ', '1'.repeat(65)])
      expect(mobile.safeParse(typed).success, typed).toBe(false)
  })
})

test.each(['+++++12345', '+12345', '+8612345', '138+0000+1234', '+999 1234567', '+491712345678901234'])(
  '%j is no phone number',
  (typed) => {
    for (const schema of [phone, mobile]) expect(schema.safeParse(typed).success).toBe(false)
  },
)

test('separators of the digits are removed from any text', () => expect(ungrouped('（86）138 0000')).toBe('861380000'))

test.each([
  ['138 0013 8000', 102],
  ['\u202d+86 138-0013-8000\u202c', 102],
  ['a@b.example', 101],
  ['tea138', 100],
])('%j is an account of the type %i', (typed, type) => expect(typeOfAccount(typed)).toBe(type))
