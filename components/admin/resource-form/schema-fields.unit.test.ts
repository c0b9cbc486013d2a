import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { edits, id, imageUrlInput, line, momentInput, money, paragraphs, secret } from '@/lib/kit/api/endpoint/fields'
import { emptyRow, emptyValue, isEqual, optionValue, sentValue, shapeOf } from './schema-fields'

describe('shapeOf', () => {
  test.each([
    [line(1, 64), { kind: 'text', required: true, optional: false, maximum: 64 }],
    [line(0, 64), { kind: 'text', required: false }],
    [line(0, 64).default(''), { kind: 'text', required: false, optional: true, fallback: '' }],
    [line(1, 64).nullable(), { kind: 'text', required: false, nullable: true }],
    [secret(8), { kind: 'text', secret: true, required: true }],
    [z.int().min(-5).max(5), { kind: 'number', minimum: -5, maximum: 5 }],
    [z.int(), { kind: 'number', minimum: undefined, maximum: undefined }],
    [money.max(99), { kind: 'money', minimum: 0, maximum: 99 }],
    [money.meta({ description: 'In fen' }).optional(), { kind: 'money', optional: true }],
    [z.boolean().default(false), { kind: 'boolean', required: false }],
    [z.enum(['a', 'b']).default('a'), { kind: 'choice', values: ['a', 'b'], fallback: 'a', required: false }],
    [z.iso.date(), { kind: 'day' }],
    [z.array(z.int()), { kind: 'list', member: expect.objectContaining({ kind: 'number' }) }],
    [z.literal([1, 2]), { kind: 'choice', values: [1, 2], required: true }],
    [z.literal([1, 2]).default(1), { kind: 'choice', values: [1, 2], required: false, fallback: 1 }],
    [line(0, 1024), { kind: 'text' }],
    [paragraphs(1, 500), { kind: 'paragraphs', required: true, maximum: 500 }],
    [paragraphs(0, 9).default(''), { kind: 'paragraphs', required: false, fallback: '' }],
    [momentInput, { kind: 'moment', required: true }],
    [momentInput.nullable().optional(), { kind: 'moment', required: false, nullable: true, optional: true }],
    [imageUrlInput, { kind: 'image', required: true }],
    [imageUrlInput.nullable(), { kind: 'image', required: false, nullable: true }],
    [z.array(imageUrlInput).min(1).max(9), { kind: 'images', required: true, minimum: 1, maximum: 9 }],
    [
      z.array(z.strictObject({ title: line(1, 9), at: momentInput.nullable() })).max(3),
      {
        kind: 'rows',
        required: false,
        maximum: 3,
        member: expect.objectContaining({
          fields: {
            title: expect.objectContaining({ kind: 'text', required: true }),
            at: expect.objectContaining({ kind: 'moment', nullable: true }),
          },
        }),
      },
    ],
  ])('%#', (schema, expected) => {
    expect(shapeOf(schema)).toMatchObject(expected)
  })

  test('required does not depend on whether the field may be omitted', () => {
    const { shape } = edits({ name: line(1, 64), note: line(0, 64) })
    expect(shapeOf(shape.name)).toMatchObject({ required: true, optional: true })
    expect(shapeOf(shape.note)).toMatchObject({ required: false, optional: true })
  })
})

describe('the value that is sent', () => {
  test.each([
    ['an emptied nullable field', line(1, 9).nullable(), '', false, null],
    ['an empty optional field of a new record', line(1, 9).optional(), '', true, undefined],
    ['an emptied field of an existing record, which the schema refuses', line(1, 9).optional(), '', false, ''],
    ['an empty text that is valid', line(0, 9).default(''), '', true, ''],
    ['an empty number', z.int(), '', true, undefined],
    ['a value', line(1, 9), 'x', true, 'x'],
    ['a cleared moment', momentInput.nullable(), null, false, null],
    ['an unset optional moment of a new record', momentInput.optional(), null, true, undefined],
    ['an emptied nullable picture', imageUrlInput.nullable(), '', false, null],
    ['an empty required picture', imageUrlInput, '', true, ''],
    ['an emptied multi-line text', paragraphs(0, 9).default(''), '', true, ''],
    ['a numeric choice', z.literal([1, 2]), 2, true, 2],
  ])('%s', (_, schema, value, isNew, expected) => {
    expect(sentValue(shapeOf(schema), value, isNew)).toBe(expected)
  })

  test('of rows has only the fields of their schema', () => {
    const row = z.strictObject({
      id: id.optional(),
      title: line(1, 9),
      note: line(0, 9).default(''),
      at: momentInput.nullable(),
    })
    const stored = { id: 7, title: 'a', note: '', at: '', created_at: '2026-11-20T00:00:00.000Z' }
    const shape = shapeOf(z.array(row))
    expect(sentValue(shape, [stored, { ...emptyRow(shape.member?.fields ?? {}), title: 'b' }], false)).toEqual([
      { id: 7, title: 'a', note: '', at: null },
      { title: 'b', note: '', at: null },
    ])
  })

  test('of an empty form is the default of the schema', () => {
    expect(emptyValue(shapeOf(z.enum(['a', 'b']).default('b')))).toBe('b')
    expect(emptyValue(shapeOf(z.boolean()))).toBe(false)
    expect(emptyValue(shapeOf(momentInput.nullable()))).toBe(null)
    expect(emptyValue(shapeOf(z.array(imageUrlInput)))).toEqual([])
  })
})

test('an option of a select maps to a value of the schema', () => {
  expect(optionValue(shapeOf(z.literal([1, 2])), '2')).toBe(2)
  expect(optionValue(shapeOf(z.enum(['1', '2'])), '2')).toBe('2')
  expect(optionValue(shapeOf(id), '7')).toBe(7)
  expect(optionValue(shapeOf(line(1, 100)), 'cms.user.list')).toBe('cms.user.list')
})

test.each([
  [null, '', true],
  [undefined, null, true],
  [[{ at: null }], [{ at: '' }], true],
  [0, '', false],
  [false, null, false],
  [[1, 2], [2, 1], false],
])('%j equals %j: %s', (a, b, expected) => {
  expect(isEqual(a, b)).toBe(expected)
})
