import { expect, test } from 'vitest'
import { maxDirectSize } from './limits'

const mebibyte = 1024 * 1024

test('an upload to the simulated platform on Vercel has the limit of a function', () => {
  expect(maxDirectSize({ VERCEL: '1', UPLOADTHING_TOKEN: 'sandbox' })).toBe(4 * mebibyte)
  expect(maxDirectSize({ VERCEL: undefined, UPLOADTHING_TOKEN: 'sandbox' })).toBe(10 * mebibyte)
  expect(maxDirectSize({ VERCEL: '1', UPLOADTHING_TOKEN: 'of a real account' })).toBe(10 * mebibyte)
})
