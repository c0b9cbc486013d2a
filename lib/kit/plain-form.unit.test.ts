import { expect, test } from 'vitest'
import { plainForm } from './plain-form'

test('characters of any width are the same, but long texts are not normalized', () => {
  expect(plainForm('￥１９．９')).toBe('¥19.9')
  // The time to sort the marks of one letter grows with the square of their number.
  const marks = `e${'\u0301'.repeat(1_000)}${'\u0316'.repeat(1_000)}`
  expect(marks.normalize('NFKC')).not.toBe(marks)
  expect(plainForm(marks)).toBe(marks)
})
