// @vitest-environment happy-dom

import { beforeEach, expect, test } from 'vitest'
import { forgetSearched, readSearched, rememberSearched } from './searched'

beforeEach(() => localStorage.clear())

test('the last search is first, and none is there twice', () => {
  for (const q of ['茶', '杯', '茶']) rememberSearched(q)
  expect(readSearched()).toEqual(['茶', '杯'])
  forgetSearched()
  expect(readSearched()).toEqual([])
})

test('the oldest of more than eight is forgotten', () => {
  for (let at = 1; at <= 9; at++) rememberSearched(`${at}`)
  expect(readSearched()).toEqual(['9', '8', '7', '6', '5', '4', '3', '2'])
})

test.each(['{', '{}', '[1]'])('%s in the storage is no search', (stored) => {
  localStorage.setItem('searched', stored)
  expect(readSearched()).toEqual([])
})
