import { expect, test } from 'vitest'
import { bodyOf, changedIn, faultsIn, type Setting, type Value, valueIn } from './edits'

const days: Setting = {
  key: 'order.complete_days',
  group: 'order',
  type: 'integer',
  value: 10,
  default: 7,
  minimum: 1,
  maximum: 90,
  updated_at: null,
  updated_by: null,
}
const closing = { from: '2026-11-30T00:00:00Z', until: '2026-12-01T00:00:00Z', message: '' }
const closed: Setting = { ...days, key: 'shop.closed', group: 'shop', value: closing, default: null }

test('a setting without an edit has its stored value, and null is an edit', () => {
  expect(valueIn({}, days)).toBe(10)
  expect(valueIn({ [days.key]: 12 }, days)).toBe(12)
  expect(valueIn({ [closed.key]: null }, closed)).toBeNull()
})

test('values are compared by content', () => {
  expect(changedIn([days, closed], { [days.key]: 10, [closed.key]: { ...closing } })).toEqual([])
  expect(changedIn([days, closed], { [closed.key]: null })).toEqual([{ setting: closed, value: null }])
})

test('the default is sent as null', () => {
  expect(bodyOf([{ setting: days, value: 12 }])).toEqual({ [days.key]: 12 })
  expect(bodyOf([{ setting: days, value: 7 }])).toEqual({ [days.key]: null })
})

test.each<[string, Setting, Value, unknown[]]>([
  ['a number within the bounds is right', days, 90, []],
  ['a number below the minimum', days, 0, [{ name: days.key, code: 'too_small', params: { minimum: 1 } }]],
  ['a number above the maximum', days, 91, [{ name: days.key, code: 'too_big', params: { maximum: 90 } }]],
  ['a text instead of a number', days, '-', [{ name: days.key, code: 'invalid_type' }]],
  ['a period without an end', closed, { ...closing, until: '' }, [{ name: 'shop.closed.until', code: 'required' }]],
  ['no period', closed, null, []],
])('%s', (_, setting, value, faults) => expect(faultsIn({ setting, value })).toEqual(faults))
