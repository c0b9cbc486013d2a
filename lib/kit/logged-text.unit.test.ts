import { expect, test } from 'vitest'
import { isAltered, mask, maxLoggedText } from './logged-text'

test.each([
  [`${'a'.repeat(maxLoggedText)}…`, true],
  ['a'.repeat(maxLoggedText), false],
  [mask, true],
  [`ad${mask}`, true],
  [[{ id: 1, text: `${'a'.repeat(maxLoggedText)}…` }], true],
  [{ name: 'Tea…', price: 100, tags: null }, false],
])('%j', (value, isSo) => expect(isAltered(value)).toBe(isSo))
