import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints } from '@/lib/endpoints'
import { isMultipart, multipart, raw, text } from './body'
import { anybody, customer, type Endpoint, endpoint, permission, signedInWithAnySecret, staff } from './endpoint'
import { allCodes, openApiDocument, problemCodesOf } from './openapi'
import type { OpenApiDocument } from './openapi-document'
import { cursorPageOf, exportQuery } from './page'
import { ProblemDocument, problems } from './problem'
import { problemExample } from './problem-example'

const all: readonly Endpoint[] = endpoints
const origin = 'https://shop.example.com'
const document = openApiDocument(all, { origin, version: '1.2.3' })

const validate = (candidate: object) => new Validator().validate({ ...structuredClone(candidate) })

const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path: `${verb.toUpperCase()} ${path}`, operation })),
)

/** Every object anywhere in a value, with where it stands. */
function* objectsIn(value: unknown, at = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, { ...value }]
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${at}/${key}`)
}

const of = (one: Endpoint) => {
  const made = openApiDocument([one], { origin, version: '1' })
  const operation = Object.values(Object.values(made.paths)[0] ?? {})[0]
  if (!operation) throw new Error('the document has no operation')
  return { made, operation }
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await validate(document)).toEqual({ valid: true })
  })

  test.each<[string, (broken: OpenApiDocument) => object]>([
    ['without info', ({ info, ...rest }) => rest],
    [
      'with a response that is no object',
      (broken) => ({ ...broken, paths: { '/x': { get: { responses: { 200: 'fine' } } } } }),
    ],
    [
      'with a parameter in no place',
      (broken) => ({ ...broken, paths: { '/x': { parameters: [{ name: 'id', in: 'nowhere' }] } } }),
    ],
  ])('%s is refused, so that the check above can fail', async (_, breakIt) => {
    expect(await validate(breakIt(document))).toMatchObject({ valid: false })
  })

  test('has every endpoint at its method and path, and nothing else', () => {
    expect(operations.map(({ path }) => path).sort()).toEqual(all.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('names every operation once', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(new Set(names).size).toBe(names.length)
    for (const name of names) expect(name).toMatch(/^(get|post|put|delete)_[a-z0-9_]+$/)
  })

  test('has every path parameter of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const declared = operation.parameters?.filter((one) => one.in === 'path').map((one) => one.name) ?? []
      expect(declared, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  test('refers only to what it has', () => {
    for (const [at, { $ref }] of objectsIn(document)) {
      if (typeof $ref !== 'string') continue
      const [, ...steps] = $ref.split('/')
      let found: unknown = document
      for (const step of steps) found = new Map(Object.entries(found ?? {})).get(step)
      expect(found, `${at}: ${$ref}`).toBeTypeOf('object')
    }
  })

  test('names its components, none of them by accident', () => {
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  })

  test('closes every request body and leaves every answer open', () => {
    for (const { path, operation } of operations) {
      const body = operation.requestBody?.content['application/json']
      if (body?.schema.properties) expect(body.schema.additionalProperties, path).toBe(false)
    }
    for (const [at, one] of objectsIn(document)) {
      if (!('additionalProperties' in one)) continue
      expect(at).toContain('/requestBody/')
      expect(one.additionalProperties, at).toBe(false)
    }
  })

  test('says numbers where numbers are read from a path or query', () => {
    const size = operations.find(({ path }) => path === 'GET /v1/product/search')?.operation.parameters
    expect(size?.find((one) => one.name === 'size')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    })
    expect(size?.find((one) => one.name === 'q')).toMatchObject({
      required: true,
      schema: { type: 'string', maxLength: 64 },
    })
    for (const [at, one] of objectsIn(document)) {
      if (one.type === 'integer') expect(one, at).not.toHaveProperty('pattern')
    }
  })

  test('is made once', () => {
    expect(openApiDocument(all, { origin, version: '1.2.3' })).toBe(document)
    expect(openApiDocument(all, { origin: 'https://other.example.com', version: '1.2.3' })).not.toBe(document)
  })

  test('refuses two different schemas under one name', () => {
    const twice = z.object({
      a: z.object({ x: z.string() }).meta({ id: 'Twin' }),
    })
    const first = endpoint({
      method: 'GET',
      path: '/v1/a',
      summary: 'a',
      access: anybody,
      output: twice,
      handle: async () => ({ a: { x: '' } }),
    })
    expect(() => openApiDocument([first, { ...first, path: '/v1/b' }], { origin, version: '1' })).not.toThrow()
    z.globalRegistry.remove(twice.shape.a)
    const other = z.object({ a: z.object({ y: z.string() }).meta({ id: 'Twin' }) })
    const second = endpoint({
      method: 'GET',
      path: '/v1/b',
      summary: 'b',
      access: anybody,
      output: other,
      handle: async () => ({ a: { y: '' } }),
    })
    z.globalRegistry.add(twice.shape.a, { id: 'Twin' })
    expect(() => openApiDocument([first, second], { origin, version: '1' })).toThrow('Twin')
  })
})

describe.each(all.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', (_, one) => {
  test('has an example of everything it takes and gives', () => {
    for (const place of ['params', 'body', 'output'] as const) {
      // What is read raw is the sender's affair, and a file has no example.
      if (place === 'body' && (one.body === raw || isMultipart(one.body))) continue
      if (one[place]) expect(one.example?.[place], place).toBeDefined()
    }
  })

  test('has examples that its schemas accept', () => {
    for (const place of ['params', 'query', 'body', 'output'] as const) {
      const example: unknown = one.example?.[place]
      if (example === undefined) continue
      const parsed = one[place]?.safeParse(example)
      expect(parsed?.error?.issues ?? [], place).toEqual([])
      expect(parsed?.success, place).toBe(true)
    }
  })

  test('shows nothing in its example that does not leave', () => {
    if (one.output) expect(keysOf(one.output.parse(one.example?.output))).toEqual(keysOf(one.example?.output))
  })

  test('declares codes that are in the table', () => {
    for (const code of problemCodesOf(one)) expect(problems).toHaveProperty(code)
  })
})

const keysOf = (value: unknown) => [...objectsIn(value)].map(([at, one]) => [at, Object.keys(one).sort()])

describe('what follows from an endpoint', () => {
  const base = { summary: 'x', handle: async () => undefined } as const
  const codes = (one: Endpoint) => problemCodesOf(one)

  test('a public GET without parameters can only fail on our side, and is cacheable', () => {
    const one = endpoint({
      method: 'GET',
      path: '/v1/x',
      access: anybody,
      output: z.object({}),
      summary: 'x',
      handle: async () => ({}),
    })
    expect(codes(one)).toEqual(['internal_error', 'unavailable'])
    const { operation } = of(one)
    expect(operation.security).toEqual([])
    expect(operation.responses[200]).toMatchObject({ headers: { ETag: {}, 'X-Request-Id': {} } })
    expect(operation.responses).toHaveProperty('304')
  })

  test('a POST that creates for a customer takes an Idempotency-Key', () => {
    const one = endpoint({
      method: 'POST',
      path: '/v1/x',
      summary: 'x',
      access: customer,
      body: z.strictObject({ a: z.string() }),
      output: z.object({ id: z.int() }),
      status: 201,
      location: ({ id }) => `/v1/x/${id}`,
      handle: async () => ({ id: 1 }),
    })
    expect(codes(one)).toEqual([
      'invalid_request',
      'unauthenticated',
      'forbidden',
      'secret_expired',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'too_many_requests',
      'internal_error',
      'unavailable',
    ])
    const { operation } = of(one)
    expect(operation.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }])
    expect(operation.responses[201]).toMatchObject({ headers: { Location: {}, 'Idempotent-Replayed': {} } })
    expect(operation.security).toEqual([{ bearer: [] }, { basic: [] }, { token: [] }])
  })

  test('an id in the path can be missing, a list of ids cannot', () => {
    const byId = endpoint({
      ...base,
      method: 'DELETE',
      path: '/v1/x/{id}',
      access: signedInWithAnySecret,
      params: z.object({ id: z.string().meta({ type: 'integer' }) }),
    })
    const byList = endpoint({
      ...base,
      method: 'DELETE',
      path: '/v1/x/{ids}',
      access: signedInWithAnySecret,
      params: z.object({ ids: z.string() }),
    })
    expect(codes(byId)).toContain('not_found')
    expect(codes(byList)).not.toContain('not_found')
    expect(codes(byId)).not.toContain('secret_expired')
    expect(of(byId).operation.responses).toHaveProperty('204')
  })

  test('a list that is also a file says so', () => {
    const one = endpoint({
      method: 'GET',
      path: '/cms/x',
      summary: 'x',
      access: permission('cms.x.list'),
      query: z.object(exportQuery),
      output: cursorPageOf(z.object({ id: z.int() })),
      csv: 'x',
      handle: async () => ({ items: [], size: 10, next_cursor: null }),
    })
    const { operation } = of(one)
    expect(operation.responses[200]).toMatchObject({
      content: { 'application/json': {}, 'text/csv': { schema: { type: 'string' } } },
    })
    expect(operation.parameters?.find(({ name }) => name === 'format')?.schema.enum).toEqual(['json', 'csv'])
  })

  test.each<[string, Pick<Endpoint, 'access' | 'cookie'>, boolean]>([
    ['of the admin', { access: permission('cms.x.delete') }, true],
    ['open to all staff', { access: staff }, true],
    ['that says so', { access: signedInWithAnySecret, cookie: true }, true],
    ['of customers that says so', { access: customer, cookie: true }, true],
    ['for anybody who is signed in', { access: signedInWithAnySecret }, false],
    ['of customers', { access: customer }, false],
  ])('an endpoint %s takes the cookie: %s', (_, more, takes) => {
    const one: Endpoint = { ...base, method: 'DELETE', path: '/v1/x', ...more }
    const { made, operation } = of(one)
    expect(operation.security.some((scheme) => 'cookie' in scheme)).toBe(takes)
    expect(made.components.securitySchemes.cookie).toMatchObject({ type: 'apiKey', in: 'cookie' })
  })

  test('a form with a file, two statuses, further points and guarded fields are told', async () => {
    const one = endpoint({
      method: 'POST',
      path: '/cms/x',
      summary: 'x',
      access: permission('cms.x.create'),
      also: ['cms.x.cost'],
      body: multipart({ file: { limit: 10 }, fields: { folder_id: z.string() } }),
      output: z.object({ id: z.int(), cost: z.int().optional().meta({ needs: 'cms.x.cost' }) }),
      status: ({ id }) => (id === 1 ? 200 : 201),
      location: ({ id }) => `/cms/x/${id}`,
      example: { output: { id: 1 } },
      handle: async () => ({ id: 1 }),
    })
    const { made, operation } = of(one)
    expect(await validate(made)).toEqual({ valid: true })
    expect(operation.requestBody).toEqual({
      required: true,
      content: {
        'multipart/form-data': {
          schema: {
            type: 'object',
            properties: {
              folder_id: { type: 'string' },
              file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file' },
            },
            required: ['folder_id', 'file'],
            additionalProperties: false,
          },
        },
      },
    })
    expect(operation['x-also']).toEqual(['cms.x.cost'])
    expect(operation.parameters).toBeUndefined()
    expect(operation.responses[201]).toMatchObject({ description: 'Created', headers: { Location: {} } })
    expect(operation.responses[200]).toMatchObject({
      description: 'Done; it existed already',
      content: { 'application/json': { schema: { properties: { cost: { 'x-needs': 'cms.x.cost' } } } } },
    })
    expect(codes(one)).toEqual(expect.arrayContaining(['payload_too_large', 'unsupported_media_type']))
    expect(codes(one)).not.toContain('idempotency_key_reused')
  })

  test('plain text is told, and a POST that acts takes an Idempotency-Key where it says so', async () => {
    const one = endpoint({
      method: 'POST',
      path: '/v1/x',
      summary: 'x',
      access: customer,
      idempotent: true,
      output: text,
      example: { output: 'a,b' },
      handle: async () => 'a,b',
    })
    const { made, operation } = of(one)
    expect(await validate(made)).toEqual({ valid: true })
    expect(operation.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }])
    expect(operation.responses[200]).toMatchObject({
      headers: { 'Idempotent-Replayed': {} },
      content: { 'text/plain': { schema: { type: 'string' }, example: 'a,b' } },
    })
    expect(codes(one)).toContain('idempotency_key_reused')
  })

  test('a permission point is named', () => {
    const one = endpoint({
      ...base,
      method: 'DELETE',
      path: '/cms/x/{id}',
      access: permission('cms.x.delete'),
      params: z.object({ id: z.string() }),
    })
    expect(of(one).operation).toMatchObject({
      tags: ['cms/x'],
      'x-access': 'permission',
      'x-permission': 'cms.x.delete',
    })
  })
})

test.each(allCodes)('the example of %s is a problem document of that code', (code) => {
  const example = problemExample(code)
  expect(ProblemDocument.parse(example)).toMatchObject({
    code,
    status: problems[code].status,
    title: problems[code].title,
  })
})
