import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { imageUrlInput, line } from '@/lib/kit/api/endpoint/fields'
import { locateFault, remainingErrors, shownFields, visibleValue } from './faults'
import type { Field } from './field'
import { shapeOf } from './schema-fields'

const schema = z.object({
  title: line(1, 9),
  link: line(1, 9).nullable(),
  image_urls: z.array(imageUrlInput),
  group_ids: z.array(z.int()),
  tags: z.array(line(1, 9)),
  items: z.array(z.object({ kind: line(1, 9), count: z.int(), secret: line(1, 9) })),
})
const shapes = Object.fromEntries(Object.entries(schema.shape).map(([name, one]) => [name, shapeOf(one)]))
const fields: Field<string>[] = [
  { name: 'title', label: 'Title' },
  { name: 'link', label: 'Link', when: ({ title }) => title === 'linked' },
  { name: 'image_urls', label: 'Pictures' },
  { name: 'group_ids', label: 'Groups' },
  { name: 'tags', label: 'Tags' },
  {
    name: 'items',
    label: 'Items',
    fields: [
      { name: 'kind', label: 'Kind' },
      { name: 'count', label: 'Count', when: ({ kind }) => kind === 'counted' },
    ],
  },
]
const values = { title: '', items: [{ kind: 'counted' }, { kind: 'other' }] }

describe('a fault', () => {
  test.each([
    ['title', 'title'],
    ['image_urls', 'image_urls'],
    ['image_urls.2', 'image_urls.2'],
    ['group_ids.3', 'group_ids'],
    ['items', 'items'],
    ['items.0.count', 'items.0.count'],
    ['items.1.kind', 'items.1.kind'],
  ])('for %s is shown at %s', (path, expected) => {
    expect(locateFault(shownFields(fields, shapes, values), path, values)).toEqual({
      path: expected,
      shape: expect.anything(),
      names: expect.anything(),
    })
  })

  test('in a list of texts names the text, and is that of a text', () => {
    const given = { ...values, tags: ['a', 'far too long'] }
    expect(locateFault(shownFields(fields, shapes, given), 'tags.1', given)).toMatchObject({
      path: 'tags',
      text: 'far too long',
      shape: { kind: 'text' },
    })
    expect(locateFault(shownFields(fields, shapes, given), 'tags', given)).toMatchObject({ shape: { kind: 'list' } })
  })

  test('has the names of its place from the outside in', () => {
    const names = (path: string) => locateFault(shownFields(fields, shapes, values), path, values)?.names
    const label = (name: string) => fields.find((field) => field.name === name)?.label
    expect(names('title')).toEqual([label('title')])
    expect(names('image_urls.2')).toEqual([label('image_urls'), { kind: 'images', number: 3 }])
    expect(names('items.0.count')).toEqual([
      label('items'),
      { kind: 'rows', number: 1, name: undefined },
      fields.find(({ name }) => name === 'items')?.fields?.find(({ name }) => name === 'count')?.label,
    ])
  })

  test.each(['items.1', 'items.1.secret', 'items.1.count'])(
    'for %s, which has no input, is shown at the list',
    (path) => {
      expect(locateFault(shownFields(fields, shapes, values), path, values)).toMatchObject({ path: 'items', row: 2 })
    },
  )

  test.each(['version', 'link', ''])('for %j, which is not on the form, has no location', (path) => {
    expect(locateFault(shownFields(fields, shapes, values), path, values)).toBeUndefined()
  })

  test('is removed when its value changes, and stays when another value changes', () => {
    const errors = { title: 'a', 'items.0.count': 'b', 'items.1.count': 'c', items: 'd' }
    const before = { title: 'x', items: [{ count: 1 }, { count: 2 }] }
    expect(remainingErrors(errors, before, { ...before, title: 'y' })).toEqual({
      'items.0.count': 'b',
      'items.1.count': 'c',
      items: 'd',
    })
    expect(remainingErrors(errors, before, { ...before, items: [{ count: 1 }, { count: 3 }] })).toEqual({
      title: 'a',
      'items.0.count': 'b',
    })
    const empty = { ...before, items: [{}, {}] }
    expect(remainingErrors({ title: 'a', 'items.1.count': 'c' }, empty, { ...empty, items: [{}] })).toEqual({
      title: 'a',
    })
  })
})

test('hidden cells of a row are set to null', () => {
  const rows = [
    { kind: 'counted', count: 1, secret: 'x' },
    { kind: 'other', count: 2, secret: 'y' },
  ]
  const field = { name: 'items', label: 'Items', fields: fields.at(-1)?.fields ?? [] }
  expect(visibleValue(field, rows)).toEqual([rows[0], { kind: 'other', count: null, secret: 'y' }])
  expect(visibleValue({ name: 'title', label: 'Title' }, 'x')).toBe('x')
})
