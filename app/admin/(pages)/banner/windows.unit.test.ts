import { expect, test } from 'vitest'
import { percentOf, scaleOf, stateAt, windowedItems } from './windows'

const [start, end] = ['2026-11-01T00:00:00Z', '2026-11-11T00:00:00Z']
const day = 86_400_000
const at = (text: string) => Date.parse(text)

test('items are read while they are typed, even if incomplete', () => {
  const [whole, half, none] = windowedItems([
    { image_url: '/a.svg', title: '茶', enabled: true, starts_at: start, ends_at: null },
    { image_url: 'not yet', starts_at: null, ends_at: end },
    null,
  ])
  expect(whole).toEqual({
    place: 1,
    title: '茶',
    image_url: '/a.svg',
    enabled: true,
    from: at(start),
    until: Number.POSITIVE_INFINITY,
  })
  expect(half).toMatchObject({ place: 2, title: '', image_url: undefined, enabled: false, until: at(end) })
  expect(none).toMatchObject({ place: 3, enabled: false })
  expect(windowedItems(undefined)).toEqual([])
})

test('an item is shown from its start, and no longer at its end', () => {
  const [item] = windowedItems([{ enabled: true, starts_at: start, ends_at: end }])
  if (!item) throw new Error('no item')
  expect(stateAt(item, at(start) - 1)).toBe('later')
  expect(stateAt(item, at(start))).toBe('shown')
  expect(stateAt(item, at(end))).toBe('over')
  expect(stateAt({ ...item, enabled: false }, at(start))).toBe('disabled')
})

test('the scale has room for every window and the moment, and open windows reach its ends', () => {
  const items = windowedItems([{ starts_at: start }, { ends_at: end }])
  const scale = scaleOf(items, at(start))
  expect(scale).toEqual({ begins: at(start) - day, ends: at(end) + day })
  expect([percentOf(at(start), scale), percentOf(at(end), scale)]).toEqual([100 / 12, 1100 / 12])
  expect([percentOf(Number.NEGATIVE_INFINITY, scale), percentOf(Number.POSITIVE_INFINITY, scale)]).toEqual([0, 100])
  const without = scaleOf([], at(start))
  expect(without.ends - without.begins).toBe(7 * day)
})
