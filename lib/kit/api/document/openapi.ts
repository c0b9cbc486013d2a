import { z } from 'zod'
import {
  furtherMembers,
  hasFurtherMembers,
  ProblemDocument,
  problemHelp,
} from '@/lib/kit/api/endpoint/problem-document'
import texts from '@/lib/kit/i18n/en/docs.json'
import { english } from '@/lib/kit/i18n/messages'
import { fileTypes, isOwnFile } from '../csv/csv'
import { type Endpoint, furtherPermissions, type Method } from '../endpoint/endpoint'
import { resolveFilesAgainst } from '../endpoint/fields'
import { clientInterface, interfaceOf, isForUsers } from '../endpoint/interface'
import { Written } from '../endpoint/needs'
import { type ProblemCode, problem, problemCodes, problems } from '../endpoint/problem'
import { isMultipart, isText, raw, readsBody } from '../run/body'
import { takesCookie } from '../run/cookie'
import { claimsFirst, takesIdempotencyKey } from '../run/idempotency'
import { isReadLimited } from '../run/read-limit'
import { shapeOf } from '../run/request'
import { introductionMarkdown } from './introduction'
import type {
  Answer,
  Content,
  JsonSchema,
  Message,
  OpenApiDocument,
  Operation,
  Parameter,
  Verb,
} from './openapi-document'
import { problemExample } from './problem-example'

const verbs = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const satisfies Record<string, Verb>

const methodOrder: Record<Method, number> = { GET: 0, POST: 1, PUT: 2, DELETE: 3 }

const headers = {
  'X-Request-Id': {
    description: 'Identifies this request in the logs; quote it when you ask for help',
    type: 'string',
  },
  Location: { description: 'The path of the created resource', type: 'string' },
  ETag: { description: 'Send it back as If-None-Match; an unchanged response is 304 without a body', type: 'string' },
  'Idempotent-Replayed': {
    description: 'true if this is the stored response of an earlier request with the same Idempotency-Key',
    type: 'string',
  },
  'Retry-After': { description: 'Seconds to wait before the next attempt', type: 'integer' },
} as const

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of POST /v1/token' },
  basic: { type: 'http', scheme: 'basic', description: 'The token as the user name; the password is ignored' },
  token: { type: 'apiKey', in: 'header', name: 'token', description: 'The token itself' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'next-auth.session-token',
    description:
      'The session of the admin pages; over https the name begins with __Secure-. Writes are accepted only from pages of the same origin.',
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

/** For parts of large modules. `page`: a key of `modules` in docs.json. `method`: absent: all. */
export type ReferencePages = readonly (readonly [page: string, paths: RegExp, method?: Method])[]

interface DocumentOptions {
  /** As clients reach the server. */
  origin: string
  version: string
  pages: ReferencePages
  /** Bodies of webhooks by type, and the tag of all. */
  webhooks?: { tag: string; bodies: Readonly<Record<string, z.core.$ZodType>> }
}

const documents = new WeakMap<OperationMap, Map<string, OpenApiDocument>>()

/** By `operationId`. */
type OperationMap = ReadonlyMap<string, Endpoint>

/** Built once per process and `origin`. Throws if an example does not fit the output of its endpoint. */
export function openApiDocument(operations: OperationMap, options: DocumentOptions): OpenApiDocument {
  const { origin } = options
  const byOrigin = documents.get(operations) ?? new Map<string, OpenApiDocument>()
  documents.set(operations, byOrigin)
  const cached = byOrigin.get(origin)
  if (cached) return cached
  resolveFilesAgainst(origin)
  const document = build(operations, options)
  byOrigin.set(origin, document)
  return document
}

function build(operations: OperationMap, { origin, version, pages, webhooks }: DocumentOptions): OpenApiDocument {
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
  const moduleOf = (endpoint: Endpoint) => pageOf(endpoint, pages)
  const tags = [...new Set([...operations.values()].map(moduleOf))]
  const tagIndex = (endpoint: Endpoint) => tags.indexOf(moduleOf(endpoint))
  const ordered = [...operations].sort(
    ([, a], [, b]) =>
      tagIndex(a) - tagIndex(b) || a.path.localeCompare(b.path, 'en') || methodOrder[a.method] - methodOrder[b.method],
  )
  for (const [operationId, endpoint] of ordered) {
    const path = paths[endpoint.path] ?? {}
    path[verbs[endpoint.method]] = operationOf(operationId, moduleOf(endpoint), endpoint, components)
    paths[endpoint.path] = path
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'mini-shop',
      version,
      description: introductionMarkdown(origin),
      contact: { name: 'mini-shop', url: `${origin}/docs` },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: origin }],
    tags: tags.map(tagOf),
    paths,
    ...(webhooks && { webhooks: messagesOf(webhooks, components) }),
    components,
  }
}

/** By Standard Webhooks. */
function messagesOf(
  { tag, bodies }: NonNullable<DocumentOptions['webhooks']>,
  components: OpenApiDocument['components'],
): OpenApiDocument['webhooks'] {
  const parameters = (['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const).map(
    (name): Parameter => ({ name, in: 'header', required: true, schema: { type: 'string' } }),
  )
  const messageOf = (type: string, body: z.core.$ZodType): Message => ({
    operationId: `on${type.replaceAll(/(?:^|[._])(\w)/g, (_, first: string) => first.toUpperCase())}`,
    tags: [tag],
    summary: 'Sent to webhooks of this type',
    security: [],
    parameters,
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'output', components) } } },
    responses: { 204: { description: 'Accepted' } },
  })
  return Object.fromEntries(Object.entries(bodies).map(([type, body]) => [type, { post: messageOf(type, body) }]))
}

function operationOf(
  operationId: string,
  tag: string,
  endpoint: Endpoint,
  components: OpenApiDocument['components'],
): Operation {
  const { summary, description, deprecated, access, body, private_with } = endpoint
  const further = furtherPermissions(endpoint)
  const parameters = parametersOf(endpoint, components)
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description && { description }),
    ...(deprecated && { deprecated: true, 'x-deprecation': deprecated }),
    'x-access': access.kind,
    ...(access.kind === 'permission' && { 'x-permission': access.code }),
    ...(further.length > 0 && { 'x-additional-permissions': further }),
    ...(private_with && { 'x-private-with': private_with }),
    security: securityOf(endpoint),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: !z.safeParse(body, undefined).success,
        content: contentOf(body, endpoint.example?.body, components),
      },
    }),
    responses: { ...successOf(endpoint, components), ...failuresOf(endpoint, components) },
  }
}

function contentOf(
  body: z.core.$ZodType,
  example: unknown,
  components: OpenApiDocument['components'],
): Record<string, Content> {
  // A raw body is JSON as well, but the sender defines its schema.
  if (body === raw) return { 'application/json': { schema: { type: 'object' } } }
  const schema = schemaOf(body, 'input', components)
  return isMultipart(body) ? { 'multipart/form-data': { schema } } : { 'application/json': { schema, example } }
}

const namespaces = new Map<string, unknown>(Object.entries(english))
const Named = z.object({ names: z.object({ module: z.string() }) })

/** As `module` of docs.json, which the build compiles because of its argument. A test compares them. */
const ofModule = (title: string) => `Every operation of ${title}.`

/** Described by `modules` of docs.json, or a sentence with the name from the module's message file, or not at all. */
function tagOf(name: string): OpenApiDocument['tags'][number] {
  const text = new Map(Object.entries(texts.modules)).get(name)?.description
  const title = Named.safeParse(namespaces.get(name.replace(/^cms\//, ''))).data?.names.module
  const description = text ?? (title && ofModule(title))
  return { name, ...(description && { description }) }
}

/** `address` for `/v1/address/{id}`. Outside the client interface, with the first part: `cms/banner`. */
function pageOf(endpoint: Endpoint, pages: ReferencePages): string {
  const [first, module = ''] = endpoint.path.split('/').filter(Boolean)
  const second =
    pages.find(([, paths, method = endpoint.method]) => paths.test(endpoint.path) && method === endpoint.method)?.[0] ??
    module
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
  const declared = (place: 'path' | 'query', schema: z.core.$ZodType | undefined, examples: unknown): Parameter[] => {
    const values = new Map(Object.entries(examples ?? {}))
    return Object.entries(shapeOf(schema)).map(([name, field]) => {
      const { description, ...rest } = schemaOf(field, 'input', components)
      const value: unknown = values.get(name)
      return {
        name,
        in: place,
        required: place === 'path' || !z.safeParse(field, undefined).success,
        ...(description && { description }),
        schema: rest,
        ...(value !== undefined && { example: typedExample(rest, value) }),
      }
    })
  }
  const key: Parameter = {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: 'A new one for every new intention: a repetition gets the first answer.',
    schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
  }
  return [
    ...declared('path', params, example?.params),
    ...declared('query', query, example?.query),
    ...(takesIdempotencyKey(endpoint) ? [key] : []),
  ]
}

const typedExample = ({ type }: JsonSchema, given: unknown) =>
  type === 'integer' ? Number(given) : type === 'boolean' ? given === 'true' : given

const successes = { 200: 'Success', 201: 'Created', 204: 'Success, no body', 304: 'Not modified, no body' }

/** For an endpoint that responds with 201 when it creates the resource. */
const existed = 'Success; it already existed'

const csvDescription =
  'With format=csv, format=xlsx or Accept: text/csv: every row of the filter. The columns are the fields of an item, all or the chosen ones; nested fields are named like user.id.'

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
        schema: endpoint.shown_to
          ? { anyOf: [output, Written].map((one) => schemaOf(one, 'output', components)) }
          : schemaOf(output, 'output', components),
        // Parsed, so that the example has absolute URLs and normalized times like a response.
        ...(example?.output !== undefined && { example: z.parse(output, example.output) }),
      },
      ...(csv && {
        'text/csv': {
          schema: { type: 'string', description: isOwnFile(csv) ? csv.description : csvDescription },
        },
        [fileTypes.xlsx]: { schema: { type: 'string', contentMediaType: fileTypes.xlsx } },
      }),
    },
  })
  const unchanged = { description: successes[304], headers: { ...header('X-Request-Id'), ...header('ETag') } }
  const answers: Operation['responses'] =
    typeof status === 'number' ? { [status]: answerOf(status) } : { 200: answerOf(200), 201: answerOf(201) }
  return { ...answers, ...(cached && { 304: unchanged }) }
}

/** In the sequence of `problems`: those that follow from the definition, and those that it declares. */
export function problemCodesOf(endpoint: Endpoint): ProblemCode[] {
  const { method, access, params, query, body, limit_per_ip, csv, problems: declared = [] } = endpoint
  const forUsers = isForUsers(access)
  const writes = method !== 'GET'
  // An endpoint with a list of ids omits unknown ids; a single id must exist.
  const hasId = Object.values(shapeOf(params)).some((field) => jsonSchema(field, 'input').type === 'integer')
  const codes = new Set<ProblemCode>(declared)
  const add = (applies: boolean, ...more: ProblemCode[]) => {
    if (applies) for (const code of more) codes.add(code)
  }
  const readsKey = access.kind !== 'provider' && access.kind !== 'cron'
  add(readsKey || Boolean(params ?? query) || readsBody(endpoint), 'invalid_request')
  add(access.kind !== 'public', 'unauthenticated')
  add(forUsers && access.kind !== 'signed_in', 'forbidden')
  const takesExpired = access.kind === 'key' || (access.kind === 'signed_in' && access.secret_may_be_expired)
  add(forUsers && !takesExpired, 'secret_expired')
  add(hasId || (endpoint.owned !== undefined && params !== undefined), 'not_found')
  add(readsBody(endpoint), 'payload_too_large', 'request_timeout')
  add(readsBody(endpoint) && body !== raw, 'unsupported_media_type')
  add(takesIdempotencyKey(endpoint), 'idempotency_key_reused')
  add(claimsFirst(endpoint), 'in_progress')
  add(endpoint.answers_secret === true, 'already_exists')
  add((forUsers && writes) || isReadLimited(endpoint) || Boolean(limit_per_ip ?? csv), 'too_many_requests')
  add(true, 'internal_error', 'unavailable')
  return problemCodes.filter((code) => codes.has(code))
}

function failuresOf(endpoint: Endpoint, components: OpenApiDocument['components']): Operation['responses'] {
  const { render } = endpoint
  if (render) return renderedFailures(problemCodesOf(endpoint), render)
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

/** In the endpoint's own format (`render`). Of several codes with one status, only the last is described. */
function renderedFailures(codes: ProblemCode[], render: NonNullable<Endpoint['render']>): Operation['responses'] {
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
    const { title } = problems[code]
    components.examples[code] = { summary: title, description: problemHelp[code], value: problemExample(code) }
  }
  const hasRetryAfter = status === 429 || status === 503 || codes.includes('in_progress')
  return {
    description: codes.map((code) => `${code}: ${problems[code].title}`).join('; '),
    headers: { ...header('X-Request-Id'), ...(hasRetryAfter && header('Retry-After')) },
    content: {
      'application/problem+json': {
        schema: schemaOf(ProblemDocument, 'output', components),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  }
}

export const furtherMembersOf = (code: ProblemCode): JsonSchema =>
  jsonSchema(z.object(hasFurtherMembers(code) ? furtherMembers[code] : {}), 'output')

/** Adds schemas with an id to the components. Throws if two different schemas have the same id. */
function schemaOf(
  schema: z.core.$ZodType,
  io: 'input' | 'output',
  { schemas }: OpenApiDocument['components'],
): JsonSchema {
  const { $defs = {}, ...own } = jsonSchema(schema, io)
  for (const [id, definition] of Object.entries($defs)) {
    const known = schemas[id]
    if (known && JSON.stringify(known) !== JSON.stringify(definition)) throw new Error(`two schemas have the id ${id}`)
    schemas[id] = definition
  }
  return own
}

/** With definitions of its own. */
export const inputSchema = (schema: z.core.$ZodType): JsonSchema => z.toJSONSchema(schema, plainly('input'))

/** References point to the components of the OpenAPI document. */
function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  // Wrapped, so that a schema with an id becomes a definition, too.
  const { $defs, properties } = z.toJSONSchema(z.object({ value: schema }), plainly(io))
  const own = properties?.value
  const text = JSON.stringify({ ...(typeof own === 'object' && own), ...($defs && { $defs }) })
  return JSON.parse(text.replaceAll('"#/$defs/', '"#/components/schemas/'))
}

/** Without redundant keywords. */
function plainly(io: 'input' | 'output'): z.core.ToJSONSchemaParams {
  return {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema: json }) {
      const { def } = zodSchema._zod
      // Zod omits the default of a transformed value, because it belongs to the output.
      const fallback = def.type === 'default' ? def.defaultValue : z.globalRegistry.get(zodSchema)?.default
      if (io === 'input' && fallback !== undefined) json.default = fallback
      if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
      if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
      // `queryBoolean` is an enum of texts, which would contradict the type boolean.
      if (json.type === 'boolean') delete json.enum
      // A format replaces the pattern. The pattern of a number is about the text from which the number is read.
      if (json.format || json.type !== 'string') delete json.pattern
      // Responses may get further fields later. For arbitrary keys, `additionalProperties` is the schema of the values.
      if (io === 'output' && !json.propertyNames) delete json.additionalProperties
      if (json.needs) json['x-needs'] = json.needs
      delete json.needs
      delete json.id
    },
  }
}
