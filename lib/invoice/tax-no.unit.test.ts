import { expect, test } from 'vitest'
import { InvoiceInput } from './schema'
import { isTaxNo, isTaxNoConsistent } from './tax-no'

// Registered companies.
test.each(['91350100M000100Y43', '91110000600037341L', '914403001922038216'])('%s is consistent', (code) => {
  expect([isTaxNo(code), isTaxNoConsistent(code)]).toEqual([true, true])
})

test('each other last character is refused, and so are characters that the code does not use', () => {
  const code = '91350100M000100Y43'
  for (const last of '0123456789ABCDEFGHJKLMNPQRTUWXY')
    expect(isTaxNoConsistent(code.slice(0, 17) + last)).toBe(last === '3')
  for (const unused of 'IOSVZ') expect(isTaxNoConsistent(code.replace('Y', unused))).toBe(false)
})

test('two swapped digits are found', () => {
  expect(isTaxNoConsistent('91350100M000100Y43'.replace('35', '53'))).toBe(false)
})

test('numbers of 15, 17 and 20 characters have no check character', () => {
  for (const length of [15, 17, 20])
    expect([isTaxNo('A'.repeat(length)), isTaxNoConsistent('1'.repeat(length))]).toEqual([true, true])
  for (const length of [0, 14, 16, 19, 21]) expect(isTaxNo('1'.repeat(length))).toBe(false)
  expect(isTaxNo('9135010OM000100Y4-')).toBe(false)
})

test('a tax number is read without blanks and in upper case', () => {
  const input = { order_id: 1, kind: 'company', title: '青梧茶业', tax_no: ' 91350100 m000100y43 ' }
  expect(InvoiceInput.parse(input).tax_no).toBe('91350100M000100Y43')
})

test('the number of an ID card is consistent with its own check character only', () => {
  const accepted = (code: string) => [...'0123456789X'].filter((last) => isTaxNoConsistent(code + last))
  expect([accepted('11010519491231002'), accepted('44052418800101001')]).toEqual([['X'], ['4']])
  expect(isTaxNoConsistent('11010519491231020X')).toBe(false)
  // The code of a company is not also read as the number of an ID card.
  expect(accepted('91440300192203821')).toEqual(['6'])
})
