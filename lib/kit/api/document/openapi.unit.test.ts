import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import texts from '@/lib/kit/i18n/en/docs.json'
import { endpoints, operations as named, referencePages } from '@/lib/server/endpoints'
import { shopDocument } from '@/lib/server/shop-document'
import { fileTypes } from '../csv/csv'
import {
  customer,
  type Endpoint,
  endpoint,
  everyone,
  permission,
  signedInWithAnySecret,
  staff,
} from '../endpoint/endpoint'
import { faultCodes } from '../endpoint/fault'
import { queryBoolean } from '../endpoint/fields'
import { cursorPageOf, exportQuery } from '../endpoint/page'
import { problemCodes, problems } from '../endpoint/problem'
import { isMultipart, multipart, raw, text } from '../run/body'
import { deprecationHeaders } from '../run/response'
import { openApiDocument, problemCodesOf } from './openapi'
import type { OpenApiDocument } from './openapi-document'
import { problemExample } from './problem-example'

const all: readonly Endpoint[] = endpoints
const origin = 'https://shop.example.com'
const document = shopDocument(origin, '1.2.3')

const validate = (candidate: object) => new Validator().validate({ ...structuredClone(candidate) })

const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
  Object.entries(verbs).map(([verb, operation]) => ({ path: `${verb.toUpperCase()} ${path}`, operation })),
)

/** Every object in a value, at any depth, with its path. */
function* objectsIn(value: unknown, at = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield [at, { ...value }]
  for (const [key, member] of Object.entries(value)) yield* objectsIn(member, `${at}/${key}`)
}

const build = (definition: Endpoint) => {
  const built = openApiDocument(new Map([['example', definition]]), { origin, version: '1', pages: referencePages })
  const operation = Object.values(Object.values(built.paths)[0] ?? {})[0]
  if (!operation) throw new Error('the document has no operation')
  return { built, operation }
}

describe('the document', () => {
  test('is valid OpenAPI 3.1', async () => {
    expect(await validate(document)).toEqual({ valid: true })
  })

  test.each<[string, (broken: OpenApiDocument) => object]>([
    ['without info', ({ info, ...rest }) => rest],
    [
      'with a response that is not an object',
      (broken) => ({ ...broken, paths: { '/x': { get: { responses: { 200: 'fine' } } } } }),
    ],
    [
      'with a parameter at an unknown place',
      (broken) => ({ ...broken, paths: { '/x': { parameters: [{ name: 'id', in: 'nowhere' }] } } }),
    ],
  ])('%s is refused by the validator', async (_, breakIt) => {
    expect(await validate(breakIt(document))).toMatchObject({ valid: false })
  })

  test('has every endpoint at its method and path, and nothing else', () => {
    expect(operations.map(({ path }) => path).sort()).toEqual(all.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('names every operation like its endpoint value, with unique names', () => {
    const names = operations.map(({ operation }) => operation.operationId)
    expect(names.sort()).toEqual([...named.keys()].sort())
    expect(named.size).toBe(all.length)
    for (const name of names) expect(name).toMatch(/^[a-z]+[A-Z][A-Za-z]+$/)
  })

  test('has every path parameter of a path, and no other', () => {
    for (const { path, operation } of operations) {
      const declared =
        operation.parameters?.filter((parameter) => parameter.in === 'path').map((parameter) => parameter.name) ?? []
      expect(declared, path).toEqual([...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]))
    }
  })

  test('has no broken references', () => {
    for (const [at, { $ref }] of objectsIn(document)) {
      if (typeof $ref !== 'string') continue
      const [, ...steps] = $ref.split('/')
      let found: unknown = document
      for (const step of steps) found = new Map(Object.entries(found ?? {})).get(step)
      expect(found, `${at}: ${$ref}`).toBeTypeOf('object')
    }
  })

  test('has only components with a chosen name', () => {
    for (const name of Object.keys(document.components.schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
  })

  test('closes every request body and leaves every response open', () => {
    for (const { path, operation } of operations) {
      const body = operation.requestBody?.content['application/json']
      if (body?.schema.properties) expect(body.schema.additionalProperties, path).toBe(false)
    }
    for (const [at, object] of objectsIn(document)) {
      if (!('additionalProperties' in object)) continue
      if (at.includes('/requestBody/')) expect(object.additionalProperties, at).toBe(false)
      // Objects with arbitrary keys, such as message parameters.
      else expect(object.additionalProperties, at).toBeTypeOf('object')
    }
  })

  test('describes the values of a record', () => {
    const { Home, Sales } = document.components.schemas
    expect(Home?.properties?.banners).toMatchObject({ additionalProperties: { $ref: '#/components/schemas/Banner' } })
    expect(Sales?.properties?.by_status).toMatchObject({ properties: { paid: { type: 'integer', minimum: 0 } } })
  })

  test('has integers where a path or query contains numbers', () => {
    const parameters = operations.find(({ path }) => path === 'GET /v1/product/search')?.operation.parameters
    expect(parameters?.find((parameter) => parameter.name === 'size')).toMatchObject({
      required: false,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    })
    expect(parameters?.find((parameter) => parameter.name === 'q')).toMatchObject({
      required: true,
      schema: { type: 'string', maxLength: 64 },
    })
    for (const [at, object] of objectsIn(document)) {
      if (object.type === 'integer') expect(object, at).not.toHaveProperty('pattern')
    }
  })

  test('describes a module without a text in docs.json by its name', () => {
    const { built } = build(
      endpoint({
        method: 'GET',
        path: '/v1/dashboard',
        summary: 'x',
        access: everyone,
        output: z.object({}),
        example: { output: {} },
        handle: async () => ({}),
      }),
    )
    const description = texts.module.replace('{title}', 'Dashboard')
    expect(built.tags).toEqual([{ name: 'dashboard', description }])
  })

  test('describes every module and operation, and has the sections that apply to all', () => {
    for (const { name, description } of document.tags) expect(description, name).toMatch(/\.$/)
    for (const { path, operation } of operations) expect(operation.description, path).toMatch(/\.$/)
    const { description } = document.info
    expect(description.match(/^## .+/gm)).toHaveLength(8)
    expect(description).toContain(`All paths are below \`${origin}\`.`)
    expect(description).toContain('- `token: <token>`: ')
    expect(description).not.toMatch(/<\/?(p|code|login|errors)>|\{\w+\}/)
  })

  test('describes yes and no as booleans, also in a query', () => {
    const { operation } = build(
      endpoint({
        method: 'GET',
        path: '/v1/x',
        summary: 'x',
        access: everyone,
        query: z.object({ dry_run: queryBoolean.default(false) }),
        output: z.object({}),
        example: { query: { dry_run: 'true' }, output: {} },
        handle: async () => ({}),
      }),
    )
    expect(operation.parameters).toEqual([
      { name: 'dry_run', in: 'query', required: false, schema: { type: 'boolean', default: false }, example: true },
    ])
    for (const [at, one] of objectsIn(document)) if (one.type === 'boolean') expect(one, at).not.toHaveProperty('enum')
  })

  test('describes rules that apply to several fields together', () => {
    const bodyOf = (wanted: string) =>
      operations.find(({ path }) => path === wanted)?.operation.requestBody?.content['application/json']?.schema
    expect(bodyOf('POST /v1/order')?.properties?.items).toMatchObject({
      items: { oneOf: [{ required: ['sku_id'] }, { required: ['product_id'] }] },
    })
    expect(bodyOf('PUT /v1/user')).toMatchObject({ minProperties: 1 })
    expect(bodyOf('PUT /cms/group/{id}')).toMatchObject({
      minProperties: 1,
      not: { required: ['version'], maxProperties: 1 },
    })
  })

  test('explains the limit of sign-ins by code', () => {
    const { operation } = operations.find(({ path }) => path === 'POST /v1/token') ?? {}
    expect(operation?.responses[429]).toEqual({ $ref: '#/components/responses/too_many_requests.account_locked' })
    expect(operation?.description).toContain('too_many_requests')
  })

  test('has a problem for every code, with the members of the code', () => {
    const { Problem, OutOfStockProblem, InvalidRequestProblem } = document.components.schemas
    const mapping: unknown = new Map(Object.entries(Problem?.discriminator ?? {})).get('mapping')
    expect(Object.keys(mapping ?? {})).toEqual(problemCodes)
    expect(OutOfStockProblem).toMatchObject({ required: expect.arrayContaining(['code', 'shortages']) })
    expect(InvalidRequestProblem?.properties?.invalid_params).toMatchObject({
      items: { properties: { code: { enum: faultCodes } } },
    })
  })

  test('is built once per origin', () => {
    expect(shopDocument(origin, '1.2.3')).toBe(document)
    expect(shopDocument('https://other.example.com', '1.2.3')).not.toBe(document)
  })

  test('refuses two different schemas with one name', () => {
    const twice = z.object({
      a: z.object({ x: z.string() }).meta({ id: 'Twin' }),
    })
    const first = endpoint({
      method: 'GET',
      path: '/v1/a',
      summary: 'a',
      access: everyone,
      output: twice,
      handle: async () => ({ a: { x: '' } }),
    })
    const build = (b: Endpoint) =>
      openApiDocument(
        new Map<string, Endpoint>([
          ['a', first],
          ['b', b],
        ]),
        { origin, version: '1', pages: referencePages },
      )
    expect(() => build({ ...first, path: '/v1/b' })).not.toThrow()
    z.globalRegistry.remove(twice.shape.a)
    const other = z.object({ a: z.object({ y: z.string() }).meta({ id: 'Twin' }) })
    const second = endpoint({
      method: 'GET',
      path: '/v1/b',
      summary: 'b',
      access: everyone,
      output: other,
      handle: async () => ({ a: { y: '' } }),
    })
    z.globalRegistry.add(twice.shape.a, { id: 'Twin' })
    expect(() => build(second)).toThrow('Twin')
  })
})

describe.each(all.map((definition) => [`${definition.method} ${definition.path}`, definition] as const))(
  '%s',
  (_, definition) => {
    test('has an example of its input and output', () => {
      for (const place of ['params', 'body', 'output'] as const) {
        // The sender defines a raw body, and a file has no example.
        if (place === 'body' && (definition.body === raw || isMultipart(definition.body))) continue
        if (definition[place]) expect(definition.example?.[place], place).toBeDefined()
      }
    })

    test('has examples that its schemas accept', () => {
      for (const place of ['params', 'query', 'body', 'output'] as const) {
        const example: unknown = definition.example?.[place]
        if (example === undefined) continue
        // A file has no example.
        const isForm = place === 'body' && isMultipart(definition.body)
        const schema = definition[place]
        const parsed = schema && z.safeParse(schema, isForm ? { ...Object(example), file: {} } : example)
        expect(parsed?.error?.issues ?? [], place).toEqual([])
        expect(parsed?.success, place).toBe(true)
      }
    })

    test('has no keys in its example that are stripped from the output', () => {
      if (definition.output)
        expect(keysOf(z.parse(definition.output, definition.example?.output))).toEqual(
          keysOf(definition.example?.output),
        )
    })

    test('is not deprecated, or names what to call for at least six months', () => {
      const { deprecated } = definition
      if (!deprecated) return
      expect(endpoints.map(({ method, path }) => `${method} ${path}`)).toContain(deprecated.use)
      const sixMonths = new Date(deprecated.since)
      sixMonths.setUTCMonth(sixMonths.getUTCMonth() + 6)
      expect(Date.parse(deprecated.until)).toBeGreaterThanOrEqual(sixMonths.getTime())
    })

    test('documents an Idempotency-Key exactly if it is a POST of a user', () => {
      const { operation } = build(definition)
      const takes = definition.method === 'POST' && !/^(public|cron|provider)$/.test(definition.access.kind)
      const headers = (operation.parameters ?? []).filter((one) => one.in === 'header').map(({ name }) => name)
      expect(headers).toEqual(takes ? ['Idempotency-Key'] : [])
      const documented = [409, 422].map((status) => JSON.stringify(operation.responses[status] ?? {}))
      const isApart = definition.transaction === 'manual' || definition.prepare !== undefined
      expect(documented[0]?.includes('in_progress')).toBe(takes && isApart)
      expect(documented[1]?.includes('idempotency_key_reused')).toBe(takes)
    })

    test('declares known codes', () => {
      for (const code of problemCodesOf(definition)) expect(problems).toHaveProperty(code)
    })
  },
)

const keysOf = (value: unknown) => [...objectsIn(value)].map(([at, object]) => [at, Object.keys(object).sort()])

describe('conclusions from an endpoint', () => {
  const base = { summary: 'x', handle: async () => undefined } as const
  const codes = (definition: Endpoint) => problemCodesOf(definition)

  test('a public GET without parameters refuses only headers, is limited and cacheable', () => {
    const definition = endpoint({
      method: 'GET',
      path: '/v1/x',
      access: everyone,
      output: z.object({}),
      summary: 'x',
      handle: async () => ({}),
    })
    expect(codes(definition)).toEqual(['invalid_request', 'too_many_requests', 'internal_error', 'unavailable'])
    const { operation } = build(definition)
    expect(operation.security).toEqual([])
    expect(operation.responses[200]).toMatchObject({ headers: { ETag: {}, 'X-Request-Id': {} } })
    expect(operation.responses).toHaveProperty('304')
  })

  test('a deprecated operation says until when it is answered, and what to call in its place', async () => {
    const deprecated = { since: '2026-12-01', until: '2027-06-30', use: 'GET /v1/y' }
    const definition = endpoint({
      method: 'GET',
      path: '/v1/x',
      access: everyone,
      deprecated,
      output: z.object({}),
      summary: 'x',
      handle: async () => ({}),
    })
    expect(build(definition).operation).toMatchObject({ deprecated: true, 'x-deprecation': deprecated })
    expect(deprecationHeaders(deprecated)).toEqual({
      deprecation: '@1796083200',
      sunset: 'Wed, 30 Jun 2027 23:59:59 GMT',
    })
  })

  test('a POST that creates for a customer accepts an Idempotency-Key', () => {
    const definition = endpoint({
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
    expect(codes(definition)).toEqual([
      'invalid_request',
      'unauthenticated',
      'forbidden',
      'secret_expired',
      'request_timeout',
      'payload_too_large',
      'unsupported_media_type',
      'idempotency_key_reused',
      'too_many_requests',
      'internal_error',
      'unavailable',
    ])
    const { operation } = build(definition)
    expect(operation.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }])
    expect(operation.responses[201]).toMatchObject({ headers: { Location: {}, 'Idempotent-Replayed': {} } })
    expect(operation.security).toEqual([{ bearer: [] }, { basic: [] }, { token: [] }])
  })

  test('a POST without a body refuses a body of another type, or a large one', () => {
    const codesOf = (method: 'POST' | 'DELETE') => codes(endpoint({ ...base, method, path: '/v1/x', access: customer }))
    expect(codesOf('POST')).toEqual(expect.arrayContaining(['payload_too_large', 'unsupported_media_type']))
    // Its body has no meaning, and is not read.
    expect(codesOf('DELETE')).not.toContain('payload_too_large')
  })

  test('a single id in the path can fail with not_found, a list of ids cannot', () => {
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
    expect(build(byId).operation.responses).toHaveProperty('204')
  })

  test('a list that is also a file has both content types', () => {
    const definition = endpoint({
      method: 'GET',
      path: '/cms/x',
      summary: 'x',
      access: permission('cms.x.list'),
      query: z.object(exportQuery),
      output: cursorPageOf(z.object({ id: z.int() })),
      csv: { name: 'orders', permission: 'cms.x.export' },
      handle: async () => ({ items: [], size: 10, next_cursor: null }),
    })
    const { operation } = build(definition)
    expect(operation['x-additional-permissions']).toEqual(['cms.x.export'])
    expect(operation.responses[200]).toMatchObject({
      content: { 'application/json': {}, 'text/csv': { schema: { type: 'string' } }, [fileTypes.xlsx]: {} },
    })
    expect(operation.parameters?.find(({ name }) => name === 'format')?.schema.enum).toEqual(['json', 'csv', 'xlsx'])
  })

  test.each<[string, Pick<Endpoint, 'access' | 'cookie'>, boolean]>([
    ['of the admin', { access: permission('cms.x.delete') }, true],
    ['for all staff', { access: staff }, true],
    ['that declares it', { access: signedInWithAnySecret, cookie: true }, true],
    ['of customers that declares it', { access: customer, cookie: true }, true],
    ['for anybody who is signed in', { access: signedInWithAnySecret }, false],
    ['of customers', { access: customer }, false],
  ])('an endpoint %s accepts the cookie: %s', (_, more, takes) => {
    const definition: Endpoint = { ...base, method: 'DELETE', path: '/v1/x', ...more }
    const { built, operation } = build(definition)
    expect(operation.security.some((scheme) => 'cookie' in scheme)).toBe(takes)
    expect(built.components.securitySchemes.cookie).toMatchObject({ type: 'apiKey', in: 'cookie' })
  })

  test('documents a form with a file, two statuses, further permissions and guarded fields', async () => {
    const definition = endpoint({
      method: 'POST',
      path: '/cms/x',
      summary: 'x',
      access: permission('cms.x.create'),
      additional_permissions: ['cms.x.cost'],
      body: multipart({ file: { limit: 10 }, fields: { folder_id: z.string() } }),
      output: z.object({ id: z.int(), cost: z.int().optional().meta({ needs: 'cms.x.cost' }) }),
      status: ({ id }) => (id === 1 ? 200 : 201),
      location: ({ id }) => `/cms/x/${id}`,
      example: { output: { id: 1 } },
      handle: async () => ({ id: 1 }),
    })
    const { built, operation } = build(definition)
    expect(await validate(built)).toEqual({ valid: true })
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
    expect(operation['x-additional-permissions']).toEqual(['cms.x.cost'])
    expect(operation.parameters).toMatchObject([{ in: 'header', name: 'Idempotency-Key', required: false }])
    expect(operation.responses[201]).toMatchObject({ description: 'Created', headers: { Location: {} } })
    expect(operation.responses[200]).toMatchObject({
      description: 'Success; it already existed',
      content: { 'application/json': { schema: { properties: { cost: { 'x-needs': 'cms.x.cost' } } } } },
    })
    const expected = ['payload_too_large', 'unsupported_media_type', 'idempotency_key_reused']
    expect(codes(definition)).toEqual(expect.arrayContaining(expected))
  })

  test('documents plain text', async () => {
    const definition = endpoint({
      method: 'POST',
      path: '/v1/x',
      summary: 'x',
      access: customer,
      output: text,
      example: { output: 'a,b' },
      handle: async () => 'a,b',
    })
    const { built, operation } = build(definition)
    expect(await validate(built)).toEqual({ valid: true })
    expect(operation.responses[200]).toMatchObject({
      content: { 'text/plain': { schema: { type: 'string' }, example: 'a,b' } },
    })
  })

  test('documents the permission', () => {
    const definition = endpoint({
      ...base,
      method: 'DELETE',
      path: '/cms/x/{id}',
      access: permission('cms.x.delete'),
      params: z.object({ id: z.string() }),
    })
    expect(build(definition).operation).toMatchObject({
      tags: ['cms/x'],
      'x-access': 'permission',
      'x-permission': 'cms.x.delete',
    })
  })
})

test.each(problemCodes)('the example of %s is a problem document of that code', (code) => {
  const example = problemExample(code)
  expect(ProblemDocument.parse(example)).toMatchObject({
    code,
    status: problems[code].status,
    title: problems[code].title,
  })
})
