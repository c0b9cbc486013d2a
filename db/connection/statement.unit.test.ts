import { expect, test } from 'vitest'
import { statementName } from './statement'

test('names of statements differ within the 63 characters that the database compares', () => {
  expect(statementName('read_file')).toBe('read_file')
  const long = 'x'.repeat(63)
  expect(statementName(long)).toBe(long)
  const names = ['a', 'b'].map((end) => statementName(long + end))
  expect(names[0]).not.toBe(names[1])
  expect(names.map(({ length }) => length)).toEqual([63, 63])
  expect(statementName(`${long}a`)).toBe(names[0])
})
