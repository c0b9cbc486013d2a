import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '@/components/api-reference/fields'
import { readableJson } from '@/components/api-reference/json'
import {
  failuresOf,
  isCallable,
  type Module,
  modulesOf,
  type Part,
  partOf,
  successOf,
} from '@/components/api-reference/operations'
import { curlOf, requestOf, urlOf } from '@/components/api-reference/request'
import { openApiDocument } from '@/lib/api/openapi'
import { problems } from '@/lib/api/problem'
import { endpoints } from '@/lib/endpoints'
import english from '@/lib/i18n/en/docs.json'
import chinese from '@/lib/i18n/zh-CN/docs.json'

const document = openApiDocument(endpoints, { origin: 'https://shop.example.com', version: '1.0.0' })
const all = modulesOf(document).flatMap(({ operations }) => operations)

const at = (id: string) => {
  const found = all.find((one) => one.id === id)
  if (!found) throw new Error(`there is no ${id}`)
  return found
}

describe('operations', () => {
  test('are complete, without duplicates', () => {
    expect(all.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    )
  })

  test('each has one success, and each failure a status', () => {
    for (const { id, operation } of all) {
      expect(successOf(operation)?.status, id).toMatch(/^20[014]$/)
      const failures = failuresOf(document, operation)
      expect(failures.length, id).toBeGreaterThan(1)
      expect(failures.map(({ status }) => status)).toContain('500')
    }
    expect(failuresOf(document, at('post_v1_order').operation)).toContainEqual(
      expect.objectContaining({ status: '409', code: 'out_of_stock' }),
    )
  })
})

describe('parts', () => {
  const isCms = ({ name }: Module) => name.startsWith('cms/')
  const cms = partOf(document, isCms)
  const client = partOf(document, (module) => !isCms(module))
  const typesOf = ({ types }: Part) => types.map(([name]) => name)

  test('contain every type that they reference', () => {
    for (const part of [cms, client]) {
      const spoken = JSON.stringify([part.modules, part.types]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
      for (const [, name] of spoken) expect(typesOf(part)).toContain(name)
      // Referenced by the failures of each operation.
      expect(typesOf(part)).toContain('Problem')
    }
  })

  test('contain no unreferenced type, and none is missing', () => {
    expect(typesOf(client)).not.toContain('Staff')
    expect(typesOf(cms)).not.toContain('Banner')
    expect(new Set([...typesOf(cms), ...typesOf(client)])).toEqual(new Set(Object.keys(document.components.schemas)))
  })
})

describe('fields', () => {
  const json = (schema: z.ZodType) => fieldsOf(z.toJSONSchema(schema))

  test('have the path of the objects around them', () => {
    const fields = json(
      z.strictObject({
        items: z.array(z.strictObject({ count: z.int().min(1).max(9) })),
        to: z.object({ a: z.string() }).optional(),
      }),
    )
    expect(fields.map(({ path, depth, isRequired }) => [path, depth, isRequired])).toEqual([
      ['items', 0, true],
      ['items[].count', 1, true],
      ['to', 0, false],
      ['to.a', 1, true],
    ])
    expect(fields[0]?.type).toEqual({ name: 'object', reference: undefined, isArray: true, isNullable: false })
    expect(fields[1]?.limits).toEqual([{ key: 'range', minimum: 1, maximum: 9 }])
  })

  test('have nullability and the referenced component', () => {
    expect(json(z.object({ at: z.iso.date().nullable() }))[0]?.type).toMatchObject({ name: 'date', isNullable: true })
    expect(fieldsOf({ properties: { at: { type: ['string', 'null'] } } })[0]?.type).toMatchObject({
      name: 'string',
      isNullable: true,
    })
    expect(
      fieldsOf({ properties: { all: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } } })[0]?.type,
    ).toEqual({
      name: '',
      reference: 'Thing',
      isArray: true,
      isNullable: false,
    })
  })

  test('have limits for which there are messages', () => {
    const limits = (schema: z.ZodType) => json(z.object({ a: schema }))[0]?.limits
    expect(limits(z.string().min(1).max(5))).toEqual([{ key: 'length', minimum: 1, maximum: 5 }])
    expect(limits(z.string().max(5))).toEqual([{ key: 'atMostLength', value: 5 }])
    expect(limits(z.number().min(2))).toEqual([{ key: 'atLeast', value: 2 }])
    expect(limits(z.array(z.enum(['a', 'b'])).max(3))).toEqual([
      { key: 'atMostItems', value: 3 },
      { key: 'oneOf', values: ['a', 'b'] },
    ])
    expect(limits(z.int().min(1).max(2_147_483_647))).toEqual([])
    expect(limits(z.string().default('x'))).toEqual([{ key: 'default', text: '"x"' }])
  })
})

describe('requests', () => {
  test('begin with the example', () => {
    expect(requestOf(at('get_v1_product_search'))).toMatchObject({ needsToken: false, body: undefined })
    expect(requestOf(at('get_v1_product_search')).inputs).toContainEqual({
      in: 'query',
      name: 'q',
      isRequired: true,
      value: '绿茶',
      fallback: '',
    })
    expect(requestOf(at('delete_v1_token'))).toMatchObject({ needsToken: true, inputs: [] })
  })

  test('are offered only where a user can make them', () => {
    expect(isCallable(at('get_v1_category').operation)).toBe(true)
    expect(isCallable(at('delete_v1_token').operation)).toBe(true)
    expect(isCallable(at('post_v1_pay_notify').operation)).toBe(false)
  })

  test('fill in the path and omit empty query parameters', () => {
    const input = (place: 'path' | 'query', name: string, value: string) => ({
      in: place,
      name,
      value,
      isRequired: false,
      fallback: '',
    })
    expect(
      urlOf('/v1/x/{id}', [input('path', 'id', 'a/b'), input('query', 'q', '茶 &'), input('query', 'page', '')]),
    ).toBe(`/v1/x/a%2Fb?${new URLSearchParams({ q: '茶 &' })}`)
  })

  test('are quoted correctly for a shell', () => {
    const command = curlOf(
      { ...requestOf(at('post_v1_address')), body: `{ "name": "it's" }` },
      'https://shop.example.com',
    )
    expect(command.split(' \\\n  ')).toEqual([
      `curl -X POST 'https://shop.example.com/v1/address'`,
      `-H "Authorization: Bearer $TOKEN"`,
      `-H "Idempotency-Key: $(uuidgen)"`,
      `-H 'Content-Type: application/json'`,
      `-d '{ "name": "it'\\''s" }'`,
    ])
  })
})

test('readable JSON is the same JSON', () => {
  for (const { operation } of all) {
    const example = successOf(operation)?.content?.example
    if (example !== undefined) expect(JSON.parse(readableJson(example))).toEqual(example)
  }
  expect(readableJson({ a: [1, 2], b: {}, c: null })).toBe('{ "a": [1, 2], "b": {}, "c": null }')
})

describe.each([
  ['English', english],
  ['Chinese', chinese],
])('the %s texts', (_, docs) => {
  test('describe every error code and no other', () => {
    expect(Object.keys(docs.problems)).toEqual(Object.keys(problems))
  })

  test('name every kind of caller', () => {
    for (const { operation } of all) expect(docs.access).toHaveProperty(operation['x-access'])
  })
})

test('the English titles are those of the server', () => {
  const titles = (table: Record<string, { title: string }>) =>
    Object.entries(table).map(([code, { title }]) => [code, title])
  expect(titles(english.problems)).toEqual(titles(problems))
})
