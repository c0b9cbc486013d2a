import { expect, test } from 'vitest'
import { isGivenUp, pauseAfter } from './refusal'

test.each([
  ['USER_ACCOUNT_ABNORMAL', 1],
  ['INVALID_REQUEST', 3],
  ['SOMETHING_NEW', 3],
])('%s is final after %i', (code, times) => {
  expect(isGivenUp(code, times)).toBe(true)
  expect(isGivenUp(code, times - 1)).toBe(code === 'USER_ACCOUNT_ABNORMAL')
})

test.each(['NOT_ENOUGH', 'NO_AUTH', 'SIGN_ERROR'])('%s concerns the shop and is never final', (code) => {
  expect(isGivenUp(code, 1_000)).toBe(false)
})

test('the pauses grow from two minutes to six hours', () => {
  expect([1, 2, 3, 8, 9, 1_000].map(pauseAfter)).toEqual([2, 4, 8, 256, 360, 360])
})
