import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fieldsOf } from '@/components/docs/fields'
import { findPlaces } from '@/components/docs/find-places'
import { readableJson } from '@/components/docs/json'
import { failuresOf, failureType, isCallable, modulesOf, successOf } from '@/components/docs/operations'
import { moduleHref, placesOfModule, receivedSections, typeId } from '@/components/docs/places'
import { curlOf, requestOf, urlOf } from '@/components/docs/request'
import { introductionMarkdown, introductionSections, tokenForms } from '@/lib/kit/api/document/introduction'
import { faultCodes } from '@/lib/kit/api/endpoint/fault'
import { problems } from '@/lib/kit/api/endpoint/problem'
import english from '@/lib/kit/i18n/en/docs.json'
import { english as messages } from '@/lib/kit/i18n/messages'
import chinese from '@/lib/kit/i18n/zh-CN/docs.json'
import { endpoints } from '@/lib/server/endpoints'
import { shopDocument } from '@/lib/server/shop-document'

const document = shopDocument('https://shop.example.com', '1.0.0')
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
    expect(failuresOf(document, at('placeOrder').operation)).toContainEqual(
      expect.objectContaining({ status: '409', code: 'out_of_stock' }),
    )
  })
})

describe('modules', () => {
  const modules = modulesOf(document)
  const named = (name: string) => {
    const found = modules.find((one) => one.name === name)
    if (!found) throw new Error(`there is no ${name}`)
    return found
  }

  test('contain every type that their requests and answers reference except failures, and no other', () => {
    for (const { operations, types } of modules) {
      const known = types.map(([name]) => name)
      const referenced = JSON.stringify([operations, types]).matchAll(/"#\/components\/schemas\/([^"]+)"/g)
      const names = new Set([...referenced].map(([, name]) => name))
      names.delete(failureType)
      expect([...names].sort()).toEqual(known.sort())
    }
    expect(named('order').types.map(([name]) => name)).toContain('OrderDetail')
    expect(named('order').types.map(([name]) => name)).not.toContain('Staff')
  })

  test('are grouped once for a document', () => expect(modulesOf(document)).toBe(modules))

  test('have a page each, below the page of their interface', () => {
    expect(moduleHref('order')).toBe('/docs/v1/order')
    expect(moduleHref('cms/user')).toBe('/docs/cms/user')
    expect(new Set(modules.map(({ name }) => moduleHref(name))).size).toBe(modules.length)
  })

  const pageOf = (name: string) => ({
    href: moduleHref(name),
    title: name,
    groups: placesOfModule(named(name), 'Data types'),
  })
  const sections = receivedSections([
    { href: '/docs', title: 'Client', groups: [], modules: ['token', 'user', 'order_change'].map(pageOf) },
    {
      href: '/docs/cms',
      title: 'Admin',
      groups: [],
      modules: ['cms/customer', 'cms/user', 'cms/user_session'].map(pageOf),
    },
  ])

  test('are searched by module, summary, method and path, the current page first', () => {
    const found = (here: string, typed: string) =>
      findPlaces(sections, here, typed).map(({ title, places }) => [title, ...places.map(({ id }) => id)])
    expect(found('/docs', '/v1/order/{id}/CANCEL ')).toEqual([['Client: order_change', 'cancelOrder']])
    expect(found('/docs/cms/user_session', 'session').map(([title]) => title)).toEqual([
      'Admin: cms/user_session',
      'Client: token',
      'Client: user',
    ])
    expect(found('/docs', 'delete /cms/user/{id}/session/{sid}')).toEqual([
      ['Admin: cms/user_session', 'endUserSession'],
    ])
    expect(found('/docs', 'user  password staff')).toEqual([['Admin: cms/user', 'resetUserSecret']])
    expect(found('/docs', 'nothing of the kind')).toEqual([])
  })

  test('share types, which are listed once', () => {
    const ids = findPlaces(sections, '/docs', 'Data types').flatMap(({ places }) => places.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    const pages = sections.flatMap(({ modules }) => modules)
    const holders = pages.filter(({ groups }) => groups[1]?.places.some(({ id }) => id === typeId('User')))
    expect(holders.length).toBeGreaterThan(1)
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
    expect(requestOf(at('searchProducts'))).toMatchObject({ needsToken: false, body: undefined })
    expect(requestOf(at('searchProducts')).inputs).toContainEqual({
      in: 'query',
      name: 'q',
      isRequired: true,
      value: '绿茶 雨前',
      fallback: '',
      choices: [],
    })
    expect(requestOf(at('deleteToken'))).toMatchObject({ needsToken: true, inputs: [] })
  })

  test('are offered only for operations that a user can call', () => {
    expect(isCallable(at('listCategories').operation)).toBe(true)
    expect(isCallable(at('deleteToken').operation)).toBe(true)
    expect(isCallable(at('receivePaymentNotice').operation)).toBe(false)
  })

  test('fill in the path and omit empty query parameters', () => {
    const input = (place: 'path' | 'query', name: string, value: string) => ({
      in: place,
      name,
      value,
      isRequired: false,
      fallback: '',
      choices: [],
    })
    expect(
      urlOf('/v1/x/{id}', [input('path', 'id', 'a/b'), input('query', 'q', '茶 &'), input('query', 'page', '')]),
    ).toBe(`/v1/x/a%2Fb?${new URLSearchParams({ q: '茶 &' })}`)
  })

  test('are quoted correctly for a shell', () => {
    const command = curlOf(
      { ...requestOf(at('createAddress')), body: `{ "name": "it's" }` },
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

  test('describe every code of invalid_params and no other', () => {
    expect(Object.keys(docs.faults)).toEqual([...faultCodes])
  })

  test('describe no unknown module, in the sequence of the document', () => {
    const described = new Set(Object.keys(docs.modules))
    const modules = modulesOf(document).map(({ name }) => name)
    expect([...described]).toEqual(modules.filter((name) => described.has(name)))
  })

  test('name every kind of caller', () => {
    for (const { operation } of all) expect(docs.access).toHaveProperty(operation['x-access'])
  })
})

test('a module without a description has a name', () => {
  const texts = new Map<string, object>(Object.entries(messages))
  const unnamed = modulesOf(document)
    .filter(({ name }) => !(name in english.modules || 'names' in (texts.get(name.replace(/^cms\//, '')) ?? {})))
    .map(({ name }) => `${name} has no description in docs.json, and no names in a message file of its own`)
  expect(unnamed).toEqual([])
})

test('the English titles are those of the server', () => {
  const titles = (table: Record<string, { title: string }>) =>
    Object.entries(table).map(([code, { title }]) => [code, title])
  expect(titles(english.problems)).toEqual(titles(problems))
})

test('the introduction of the document is that of the pages', () => {
  const markdown = (rich: string) =>
    rich
      .replaceAll(/<\/?code>/g, '`')
      .replaceAll('</p>', '\n\n')
      .replaceAll(/<\/?\w+>/g, '')
  const forms = tokenForms.map(([form, key]) => `- \`${form}\`: ${english.introduction.authentication[key]}\n`).join('')
  const sections = introductionSections.map((id) => {
    const { title, text } = english.introduction[id]
    const more = id === 'authentication' ? `${forms}\n${markdown(english.introduction.authentication.more)}` : ''
    return `## ${title}\n\n${markdown(text)}${more}`
  })
  expect(introductionMarkdown('{origin}')).toBe(sections.join('').trim())
})
