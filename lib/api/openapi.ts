import { z } from 'zod'
import { isMultipart, isText, raw } from './body'
import { takesCookie } from './cookie'
import type { Endpoint, Method } from './endpoint'
import { resolveFilesAgainst } from './fields'
import { takesIdempotencyKey } from './idempotency'
import { clientInterface, interfaceOf, isForUsers } from './interface'
import type { Answer, Content, JsonSchema, OpenApiDocument, Operation, Parameter, Verb } from './openapi-document'
import { type ProblemCode, ProblemDocument, problem, problems } from './problem'
import { problemExample } from './problem-example'
import { shapeOf } from './request'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<string, Verb>

/** In which the methods of one address are listed. */
const order: Record<Method, number> = { GET: 0, POST: 1, PUT: 2, DELETE: 3 }

const description =
  'Money is an integer in fen: 1999 is ¥19.99. Times are ISO 8601 in UTC. A failure is answered as application/problem+json, and its code is what to branch on. Every answer carries X-Request-Id.'

const headers = {
  'X-Request-Id': { description: 'Names this request in the logs; quote it when asking for help', type: 'string' },
  Location: { description: 'The address of what was created', type: 'string' },
  ETag: { description: 'Send it back as If-None-Match: an unchanged answer is 304 without a body', type: 'string' },
  'Idempotent-Replayed': {
    description: 'true where this is the stored answer of an earlier request with the same Idempotency-Key',
    type: 'string',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt', type: 'integer' },
} as const

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /v1/token' },
  basic: { type: 'http', scheme: 'basic', description: 'The token as user name; the password is ignored' },
  token: { type: 'apiKey', in: 'header', name: 'token', description: 'The token as it is' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description:
      'The back office’s own pages, signed in by their login; behind https the name begins with __Secure-. Writes only from pages of the same origin.',
  },
  cron: { type: 'http', scheme: 'bearer', description: 'CRON_SECRET, for the scheduler' },
  provider: {
    type: 'apiKey',
    in: 'header',
    name: 'Wechatpay-Signature',
    description: 'The payment provider’s signature over the body',
  },
}

const header = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } })

const made = new WeakMap<readonly Endpoint[], Map<string, OpenApiDocument>>()

/**
 * The OpenAPI 3.1 document of these endpoints, made once per process and `origin` (scheme, host and port, under which
 * clients reach the server). Throws where an endpoint's example does not fit its output.
 */
export function openApiDocument(
  endpoints: readonly Endpoint[],
  { origin, version }: { origin: string; version: string },
): OpenApiDocument {
  const byOrigin = made.get(endpoints) ?? new Map<string, OpenApiDocument>()
  made.set(endpoints, byOrigin)
  const known = byOrigin.get(origin)
  if (known) return known
  resolveFilesAgainst(origin)
  const document = build(endpoints, origin, version)
  byOrigin.set(origin, document)
  return document
}

function build(endpoints: readonly Endpoint[], origin: string, version: string): OpenApiDocument {
  const components: OpenApiDocument['components'] = {
    schemas: {},
    responses: {},
    examples: {},
    headers: Object.fromEntries(
      Object.entries(headers).map(([name, { type, description }]) => [name, { description, schema: { type } }]),
    ),
    securitySchemes,
  }
  const paths: OpenApiDocument['paths'] = {}
  const tags = [...new Set(endpoints.map(moduleOf))]
  const place = (endpoint: Endpoint) => tags.indexOf(moduleOf(endpoint))
  const ordered = [...endpoints].sort(
    (a, b) => place(a) - place(b) || a.path.localeCompare(b.path, 'en') || order[a.method] - order[b.method],
  )
  for (const endpoint of ordered) {
    const path = paths[endpoint.path] ?? {}
    path[verbs[endpoint.method]] = operationOf(endpoint, components)
    paths[endpoint.path] = path
  }
  return {
    openapi: '3.1.1',
    info: { title: 'mini-shop', version, description, license: { name: 'MIT', identifier: 'MIT' } },
    servers: [{ url: origin }],
    tags: tags.map((name) => ({ name })),
    paths,
    components,
  }
}

function operationOf(endpoint: Endpoint, components: OpenApiDocument['components']): Operation {
  const { method, path, summary, description, access, also, body } = endpoint
  const parameters = parametersOf(endpoint, components)
  return {
    operationId: [method.toLowerCase(), ...path.split(/[^a-z0-9_]+/i).filter(Boolean)].join('_'),
    tags: [moduleOf(endpoint)],
    summary,
    ...(description && { description }),
    'x-access': access.kind,
    ...(access.kind === 'permission' && { 'x-permission': access.code }),
    ...(also && { 'x-also': also }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: true, content: contentOf(body, endpoint.example?.body, components) } }),
    responses: { ...successOf(endpoint, components), ...failuresOf(endpoint, components) },
  }
}

function contentOf(
  body: z.ZodType,
  example: unknown,
  components: OpenApiDocument['components'],
): Record<string, Content> {
  // What is read raw is JSON all the same; its form is the sender's.
  if (body === raw) return { 'application/json': { schema: { type: 'object' } } }
  const schema = schemaOf(body, 'input', components)
  return isMultipart(body) ? { 'multipart/form-data': { schema } } : { 'application/json': { schema, example } }
}

/** `address` for `/v1/address/{id}`; other interfaces keep their name in front: `cms/banner`. */
function moduleOf(endpoint: Endpoint): string {
  const [first, second = ''] = endpoint.path.split('/').filter(Boolean)
  return interfaceOf(endpoint) === clientInterface ? second : `${first}/${second}`
}

function securityOf(endpoint: Endpoint): Operation['security'] {
  const { kind } = endpoint.access
  if (kind === 'public') return []
  if (kind === 'cron' || kind === 'provider') return [{ [kind]: [] }]
  return [{ bearer: [] }, { basic: [] }, { token: [] }, ...(takesCookie(endpoint) ? [{ cookie: [] }] : [])]
}

function parametersOf(endpoint: Endpoint, components: OpenApiDocument['components']): Parameter[] {
  const { params, query, example } = endpoint
  const declared = (place: 'path' | 'query', schema: z.ZodType | undefined, examples: unknown): Parameter[] => {
    const values = new Map(Object.entries(examples ?? {}))
    return Object.entries(shapeOf(schema)).map(([name, field]) => {
      const { description, ...rest } = schemaOf(field, 'input', components)
      const given: unknown = values.get(name)
      return {
        name,
        in: place,
        required: place === 'path' || !field.safeParse(undefined).success,
        ...(description && { description }),
        schema: rest,
        ...(given !== undefined && { example: rest.type === 'integer' ? Number(given) : given }),
      }
    })
  }
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A new key for every new intention; the same key again answers the first result. Kept for 24 hours.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  }
  return [
    ...declared('path', params, example?.params),
    ...declared('query', query, example?.query),
    ...(takesIdempotencyKey(endpoint) ? [key] : []),
  ]
}

const successes = { 200: 'Done', 201: 'Created', 204: 'Done; there is no body', 304: 'Not changed; there is no body' }

/** Of an endpoint that answers 201 where it creates. */
const existed = 'Done; it existed already'

const csvDescription =
  'With format=csv or Accept: text/csv: every row of the filter, the fields of an item as columns, those of an inner object as user.id.'

function successOf(endpoint: Endpoint, components: OpenApiDocument['components']): Operation['responses'] {
  const { method, access, output, status = 200, location, csv, example } = endpoint
  if (!output) return { 204: { description: successes[204], headers: header('X-Request-Id') } }
  const cached = method === 'GET' && access.kind === 'public' && interfaceOf(endpoint).cached
  const answerOf = (status: 200 | 201): Answer => ({
    description: typeof endpoint.status === 'function' && status === 200 ? existed : successes[status],
    headers: {
      ...header('X-Request-Id'),
      ...(cached && header('ETag')),
      ...(location && header('Location')),
      ...(takesIdempotencyKey(endpoint) && header('Idempotent-Replayed')),
    },
    content: {
      [isText(output) ? 'text/plain' : 'application/json']: {
        schema: schemaOf(output, 'output', components),
        // As it leaves: addresses absolute, times in their one form.
        ...(example?.output !== undefined && { example: output.parse(example.output) }),
      },
      ...(csv && { 'text/csv': { schema: { type: 'string', description: csvDescription } } }),
    },
  })
  const unchanged = { description: successes[304], headers: { ...header('X-Request-Id'), ...header('ETag') } }
  const answers: Operation['responses'] =
    typeof status === 'number' ? { [status]: answerOf(status) } : { 200: answerOf(200), 201: answerOf(201) }
  return { ...answers, ...(cached && { 304: unchanged }) }
}

/** The codes that follow from what an endpoint is, and those it declares, in the order of the table. */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { method, access, params, query, body, limit_per_ip, problems: declared = [] } = endpoint
  const known = isForUsers(access)
  const writes = method !== 'GET'
  // A list of ids leaves unknown ones out; an id that stands alone must exist.
  const names = Object.values(shapeOf(params)).some((field) => jsonSchema(field, 'input').type === 'integer')
  const codes = new Set<ProblemCode>(declared)
  const add = (applies: boolean, ...more: ProblemCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  add(Boolean(params ?? query ?? body) || method === 'POST', 'invalid_request')
  add(access.kind !== 'public', 'unauthenticated')
  add(known && access.kind !== 'signed_in', 'forbidden')
  add(known && !(access.kind === 'signed_in' && access.secret_may_be_expired), 'secret_expired')
  add(names, 'not_found')
  add(Boolean(body), 'payload_too_large')
  add(Boolean(body) && body !== raw, 'unsupported_media_type')
  add(takesIdempotencyKey(endpoint), 'idempotency_key_reused')
  add((known && writes) || Boolean(limit_per_ip), 'too_many_requests')
  add(true, 'internal_error', 'unavailable')
  return allCodes.filter((code) => codes.has(code))
}

const isCode = (name: string): name is ProblemCode => name in problems
export const allCodes: readonly ProblemCode[] = Object.keys(problems).filter(isCode)

function failuresOf(endpoint: Endpoint, components: OpenApiDocument['components']): Operation['responses'] {
  const { render } = endpoint
  if (render) return failuresInOtherForm(problemCodesOf(endpoint), render)
  const byStatus = new Map<number, ProblemCode[]>()
  for (const code of problemCodesOf(endpoint)) {
    const { status } = problems[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const name = codes.join('.')
      components.responses[name] ??= failureOf(status, codes, components)
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}

/** Failures that are told in somebody else's form; codes of the same status look alike there. */
function failuresInOtherForm(codes: ProblemCode[], render: NonNullable<Endpoint['render']>): Operation['responses'] {
  return Object.fromEntries(
    codes.map((code) => {
      const { status, body } = render(problem(code))
      const content = { 'application/json': { schema: { type: 'object' as const }, example: body } }
      return [status, { description: problems[code].title, headers: header('X-Request-Id'), content }]
    }),
  )
}

function failureOf(status: number, codes: ProblemCode[], components: OpenApiDocument['components']): Answer {
  for (const code of codes) {
    const { title, help } = problems[code]
    components.examples[code] = { summary: title, description: help, value: problemExample(code) }
  }
  const waits = status === 429 || status === 503
  return {
    description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
    headers: { ...header('X-Request-Id'), ...(waits && header('Retry-After')) },
    content: {
      'application/problem+json': {
        schema: schemaOf(ProblemDocument, 'output', components),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

/** As JSON Schema; what carries an id becomes a component. Throws where two different schemas carry the same one. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output', { schemas }: OpenApiDocument['components']): JsonSchema {
  const { $defs = {}, ...own } = jsonSchema(schema, io)
  for (const [id, definition] of Object.entries($defs)) {
    const known = schemas[id]
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two schemas have the id ${id}`)
    schemas[id] = definition
  }
  return own
}

/** By zod itself, without what says nothing to a reader; references point to where the components will be. */
function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  // Wrapped, so that a schema with an id of its own becomes a definition, too.
  const { $defs, properties } = z.toJSONSchema(z.object({ value: schema }), {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: json }) {
      const { def } = zodSchema._zod
      // Zod leaves a default out where the value is transformed, because it is one of the output.
      const fallback = def.type === 'default' ? def.defaultValue : z.globalRegistry.get(zodSchema)?.default
      if (io === 'input' && fallback !== undefined) json.default = fallback
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      // A format says it already, or the value is a number that was read from text.
      if (json.format || json.type !== 'string') delete json.pattern
      // An answer may get further fields one day; only requests are closed.
      if (io === 'output') delete json.additionalProperties
      if (json.needs) json['x-needs'] = json.needs
      delete json.needs
      delete json.id
    },
  })
  const own = properties?.value
  const text = JSON.stringify({ ...(typeof own === 'object' && own), ...($defs && { $defs }) })
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
}
