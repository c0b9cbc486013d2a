// @vitest-environment happy-dom

import { beforeEach, expect, test } from 'vitest'
import { placedWith, rememberPlaced } from './placed'

beforeEach(() => localStorage.clear())

test('an order is found by the key with which it was placed', () => {
  expect(placedWith('key-one')).toBeUndefined()
  rememberPlaced('key-one', 7)
  rememberPlaced('key-two', 8)
  expect([placedWith('key-one'), placedWith('key-two'), placedWith('key-three')]).toEqual([7, 8, undefined])
})

test('the oldest of more than twenty is forgotten', () => {
  for (let at = 1; at <= 21; at++) rememberPlaced(`key-${at}`, at)
  expect([placedWith('key-1'), placedWith('key-2'), placedWith('key-21')]).toEqual([undefined, 2, 21])
})

test.each(['{', '{}', '[1]', '[["key-one","7"]]'])('%s in the storage is no order', (stored) => {
  localStorage.setItem('placed', stored)
  expect(placedWith('key-one')).toBeUndefined()
  rememberPlaced('key-one', 7)
  expect(placedWith('key-one')).toBe(7)
})
