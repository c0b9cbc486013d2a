import { expect, test } from 'vitest'
import { cardPlaces } from './card-places'
import type { Column } from './declaration'

interface Row {
  picture: string
  name: string
  status: string
  phone: string
  paid: number
  created_at: string
}

const columns: Column<Row>[] = [
  { key: 'picture', label: '', kind: 'image' },
  { key: 'name', label: '' },
  { key: 'phone', label: '' },
  { key: 'status', label: '', kind: 'tag', dictionary: 'status' },
  { key: 'paid', label: '', kind: 'money' },
  { key: 'created_at', label: '', kind: 'time' },
]
const placesOf = (visible: Column<Row>[], title = 'name') => Object.fromEntries(cardPlaces(visible, title))

test('a card has a picture, a title and a status, and below them a detail and an amount', () => {
  expect(placesOf(columns)).toEqual({
    picture: 'picture',
    name: 'title',
    status: 'status',
    phone: 'detail',
    paid: 'end',
  })
})

test('a column with a line of its own is below, beside the time', () => {
  const bought = columns.map((column) => (column.key === 'phone' ? { ...column, card: 'line' as const } : column))
  expect(placesOf(bought)).toMatchObject({ paid: 'end', phone: 'line', created_at: 'time' })
})

test('a column that is hidden, or not on cards, leaves its place to the next one', () => {
  const without = columns.flatMap((column) => (column.key === 'paid' ? [] : [column]))
  expect(placesOf(without)).toMatchObject({ phone: 'detail', created_at: 'end' })
  const plain = columns.map((column) => (column.key === 'phone' ? { ...column, card: false as const } : column))
  expect(placesOf(plain)).toMatchObject({ paid: 'end', created_at: 'detail' })
  expect(placesOf([{ key: 'name', label: '' }])).toEqual({ name: 'title' })
})
