import { expect, test } from 'vitest'
import { initialsOf } from './person'

test.each([
  ['Clerk One', 'CO'],
  ['admin', 'A'],
  ['老周', '老'],
  ['  Ada   Byron King ', 'AB'],
  ['𠮷田', '𠮷'],
  ['', ''],
])('the initials of “%s” are “%s”', (name, initials) => {
  expect(initialsOf(name)).toBe(initials)
})
