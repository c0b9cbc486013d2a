import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { edits, secret, text } from '@/lib/api/fields'
import { emptyValue, sentValue, shapeOf } from './schema-fields'

describe('shapeOf', () => {
  test.each([
    [text(1, 64), { kind: 'text', required: true, optional: false, maximum: 64 }],
    [text(0, 64), { kind: 'text', required: false }],
    [text(0, 64).default(''), { kind: 'text', required: false, optional: true, fallback: '' }],
    [text(1, 64).nullable(), { kind: 'text', required: false, nullable: true }],
    [secret, { kind: 'text', secret: true, required: true }],
    [z.int().min(-5).max(5), { kind: 'number', minimum: -5, maximum: 5 }],
    [z.int(), { kind: 'number', minimum: undefined, maximum: undefined }],
    [z.boolean().default(false), { kind: 'boolean', required: false }],
    [z.enum(['a', 'b']).default('a'), { kind: 'choice', values: ['a', 'b'], fallback: 'a', required: false }],
    [z.iso.date(), { kind: 'day' }],
    [z.array(z.int()), { kind: 'list' }],
  ])('%#', (schema, expected) => {
    expect(shapeOf(schema)).toMatchObject(expected)
  })

  test('of a field of an edit: what it is, not that it may be left out', () => {
    const { shape } = edits({ name: text(1, 64), note: text(0, 64) })
    expect(shapeOf(shape.name)).toMatchObject({ required: true, optional: true })
    expect(shapeOf(shape.note)).toMatchObject({ required: false, optional: true })
  })
})

describe('what is sent', () => {
  test.each([
    ['an emptied field that may be null', text(1, 9).nullable(), '', false, null],
    ['an empty field that may be left out', text(1, 9).optional(), '', true, undefined],
    ['an emptied field of an edit, which its schema will refuse', text(1, 9).optional(), '', false, ''],
    ['an empty text that is a value', text(0, 9).default(''), '', true, ''],
    ['an empty number', z.int(), '', true, undefined],
    ['a value', text(1, 9), 'x', true, 'x'],
  ])('%s', (_, schema, value, isNew, expected) => {
    expect(sentValue(shapeOf(schema), value, isNew)).toBe(expected)
  })

  test('begins with the default', () => {
    expect(emptyValue(shapeOf(z.enum(['a', 'b']).default('b')))).toBe('b')
    expect(emptyValue(shapeOf(z.boolean()))).toBe(false)
  })
})
