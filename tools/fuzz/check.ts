import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import type { Answer, OpenApiDocument } from '@/lib/kit/api/document/openapi-document'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import { assetHeaders, securityHeaders } from '@/lib/kit/api/run/security'
import type { Sent, Target } from './request'
import type { Actor } from './world'

/** A request of the fuzzer with its response. */
export interface Exchange {
  target: Target
  actor: Actor
  sent: Sent
  request_id: string
  /** Whether a part of the request names a record of another customer. */
  usedForeign: boolean
  status: number
  headers: Headers
  text: string
}

/** The allowed values of `Cache-Control` in public responses. Operations differ only in the times. */
const publicCache = /^public, max-age=(0|60), s-maxage=(15|60), stale-while-revalidate=60$/
const privateCache = /^private, no-store$/

/** The fault codes that are allowed only if the body of the request does not match the documented schema. */
const schemaFaults = new Set(['unknown_field', 'invalid_type', 'invalid_value', 'too_small', 'too_big'])

/** Checks responses against the OpenAPI document, and against the rules that apply to all responses. */
export class Checker {
  private readonly ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true, logger: false }))

  constructor(private readonly document: OpenApiDocument) {
    this.ajv.addFormat('password', true)
    this.ajv.addSchema({ $id: 'document', components: document.components })
  }

  private readonly compiled = new Map<object, ValidateFunction>()

  private validatorOf(schema: object): ValidateFunction {
    const known = this.compiled.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/')
    const made = this.ajv.compile(JSON.parse(text))
    this.compiled.set(schema, made)
    return made
  }

  /** Returns the reason why a value does not match the schema; empty if the value matches. */
  misfit(schema: object, value: unknown): string {
    const validate = this.validatorOf(schema)
    return validate(value) ? '' : this.ajv.errorsText(validate.errors?.slice(0, 3), { dataVar: 'body' })
  }

  /**
   * Whether the OpenAPI document allows the body of a request. `asSent`: without changes. `trimmed`: after removing the
   * spaces around texts.
   */
  private allowsBody({ target: { method, body }, sent }: Exchange): { asSent: boolean; trimmed: boolean } {
    // The body of a DELETE has no meaning, unless the document declares one.
    if (!body && method === 'DELETE') return { asSent: true, trimmed: true }
    if (!body) {
      const isEmpty = sent.text === undefined || sent.text === '' || ['{}', 'null'].includes(JSON.stringify(sent.json))
      return { asSent: isEmpty, trimmed: isEmpty }
    }
    if (sent.json === undefined) return { asSent: false, trimmed: false }
    const validate = this.validatorOf(body)
    return { asSent: validate(sent.json), trimmed: validate(trimmed(sent.json)) }
  }

  /** Returns the faults of a response, each as a sentence that says what was expected. */
  faultsOf(exchange: Exchange): string[] {
    const { target, status, headers, text } = exchange
    const faults = [...this.faultsOfStatus(exchange), ...faultsOfHeaders(exchange)]
    const declared = this.answerOf(target, status)
    if (!declared) return [...faults, `status ${status} is declared for ${target.name}`]
    for (const name of Object.keys(declared.headers ?? {})) {
      if (name === 'ETag' && isPrivate(exchange)) continue
      // Only of the code in_progress.
      if (name === 'Retry-After' && status === 409) continue
      if (name !== 'Idempotent-Replayed' && !headers.has(name)) faults.push(`the declared header ${name} is sent`)
    }
    const contentType = headers.get('content-type')?.split(';', 1)[0] ?? ''
    const content = declared.content?.[contentType]
    if (!declared.content) {
      if (text !== '') faults.push(`an answer with status ${status} has no body`)
      return faults
    }
    if (!content)
      return [...faults, `the content type is one of ${Object.keys(declared.content)}, not "${contentType}"`]
    if (!contentType.endsWith('json')) return faults
    const body: unknown = JSON.parse(text)
    const misfit = this.misfit(content.schema, body)
    if (misfit) faults.push(`the body is as declared: ${misfit}`)
    if (status >= 400 && contentType === 'application/problem+json')
      faults.push(...this.faultsOfProblem(exchange, body, Object.keys(content.examples ?? {})))
    return faults
  }

  private answerOf({ operation }: Target, status: number): Answer | undefined {
    const declared = operation.responses[status]
    if (!declared || !('$ref' in declared)) return declared
    return this.document.components.responses[declared.$ref.split('/').at(-1) ?? '']
  }

  private faultsOfStatus(exchange: Exchange): string[] {
    const { target, actor, sent, usedForeign, status } = exchange
    const isSuccess = status < 400
    if (status >= 500) return ['nothing that a client sends makes the server fail']
    const refusal = refusalFor(target, actor)
    if (refusal) return status === refusal ? [] : [`${actor.name} is refused with ${refusal}`]
    if (target.operation['x-access'] !== 'public' && status === 401) return [`${actor.name} is signed in`]
    const faults: string[] = []
    const body = this.allowsBody(exchange)
    if (isSuccess && !sent.recipe.isIntact) faults.push('a path or query that the document forbids is refused')
    if (isSuccess && !body.asSent && !body.trimmed) faults.push('a body that the document forbids is refused with 4xx')
    const isPathForeign = usedForeign && Object.hasOwn(sent.params, 'id')
    if (isPathForeign && sent.recipe.isIntact && body.asSent && status !== 404)
      faults.push('the record of another customer is not found (404)')
    if (usedForeign && isSuccess) faults.push('a record of another customer cannot be used')
    return faults
  }

  private faultsOfProblem(exchange: Exchange, document: unknown, codes: string[]): string[] {
    const { request_id, status, sent, target } = exchange
    const { invalid_params } = InvalidParams.parse(document)
    const parsed = ProblemDocument.safeParse(document)
    if (!parsed.success) return [`the problem has the form of one: ${z.prettifyError(parsed.error)}`]
    const problem = parsed.data
    const faults: string[] = []
    if (!codes.includes(problem.code)) faults.push(`the code is one of ${codes.join(', ')}, not ${problem.code}`)
    if (problem.status !== status) faults.push(`the problem's status is ${status}`)
    if (problem.request_id !== request_id) faults.push(`the problem's request_id is ${request_id}`)
    if (problem.type !== `/docs/errors#${problem.code}`) faults.push('the type of the problem names its code')
    if (problem.detail.trim() === '') faults.push('the problem has a detail')
    const body = this.allowsBody(exchange)
    for (const { in: place, name, code, reason } of invalid_params) {
      if (!/[.?!]$/.test(reason)) faults.push(`the reason is a sentence, not "${reason}"`)
      if (!isPlace(place, name, exchange))
        faults.push(`invalid_params names a part of the request, not ${place} ${name}`)
      if (
        place === 'body' &&
        target.body &&
        body.asSent &&
        body.trimmed &&
        schemaFaults.has(code) &&
        sent.json !== undefined
      )
        faults.push(`the schema of the body says what is enforced: ${name} is refused as ${code}`)
    }
    return faults
  }
}

const InvalidParams = z.object({
  invalid_params: z
    .array(z.object({ in: z.string(), name: z.string(), code: z.string(), reason: z.string() }))
    .default([]),
})

const trimmed = (value: unknown): unknown => {
  if (typeof value === 'string') return value.trim()
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, trimmed(item)]))
}

/**
 * Returns the status with which every request of a caller to an operation is refused; undefined if the caller may call
 * the operation.
 */
export function refusalFor({ operation }: Target, actor: Actor): 401 | 403 | undefined {
  const { 'x-access': access, 'x-permission': permission } = operation
  if (access === 'public') return undefined
  if (access === 'provider' || access === 'cron' || actor.kind === 'nobody') return 401
  if (access === 'key') return actor.kind === 'key' ? undefined : 403
  if (actor.kind === 'key') return permission && actor.codes.has(permission) ? undefined : 403
  if (access === 'signed_in') return undefined
  if (access === 'customer') return actor.kind === 'customer' ? undefined : 403
  if (actor.kind !== 'staff') return 403
  return permission && !actor.is_root && !actor.codes.has(permission) ? 403 : undefined
}

/**
 * Whether an entry of `invalid_params` names a part of the request that was sent, or a declared part that is missing.
 * `place` and `name`: the fields `in` and `name` of the entry.
 */
function isPlace(place: string, name: string, { target, sent }: Exchange): boolean {
  // An item of a list in one value, such as `ids.3`, stands for the list.
  const listed = place === 'body' ? name : name.replace(/\.\d+$/, '')
  const isDeclared = target.operation.parameters?.some((one) => one.in === place && one.name === listed) ?? false
  if (place === 'query') return isDeclared || sent.query.some(([other]) => other === name)
  if (place !== 'body') return isDeclared
  return name === '' || existsIn(sent.json, target.body ?? {}, name.split('.'))
}

const Node = z.looseObject({
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
})

/** Whether the names in `path` lead to a field of the value or of its schema. The names of some fields contain dots. */
function existsIn(value: unknown, schema: unknown, path: string[]): boolean {
  if (path.length === 0) return true
  const { properties = {}, items, anyOf = [], oneOf = [] } = Node.safeParse(schema).data ?? {}
  if ([...anyOf, ...oneOf].some((one) => existsIn(value, one, path))) return true
  return path.some((_, at) => {
    const name = path.slice(0, at + 1).join('.')
    const rest = path.slice(at + 1)
    if (Array.isArray(value))
      return at === 0 && /^\d+$/.test(name) && Number(name) < value.length && existsIn(value[Number(name)], items, rest)
    const isGiven = typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    // The server truncates long unknown names.
    const isCut =
      name.length === 64 &&
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).some((key) => key.startsWith(name))
    return (
      (isGiven || isCut || Object.hasOwn(properties, name)) && existsIn(Object(value)[name], properties[name], rest)
    )
  })
}

/** Whether the query of a request contains a parameter that makes an otherwise public response private. */
const isPrivate = ({ target, sent }: Exchange): boolean =>
  sent.query.some(([name]) => name === target.operation['x-private-with'])

function faultsOfHeaders(exchange: Exchange): string[] {
  const { target, request_id, status, headers, text } = exchange
  const faults: string[] = []
  const isClient = target.path.startsWith('/v1')
  for (const [name, value] of Object.entries(isClient ? assetHeaders : securityHeaders)) {
    if (headers.get(name) !== value) faults.push(`the header ${name} is "${value}", not "${headers.get(name)}"`)
  }
  if (headers.get('x-request-id') !== request_id) faults.push(`the header x-request-id is ${request_id}`)
  const isCached =
    isClient &&
    target.method === 'GET' &&
    target.operation['x-access'] === 'public' &&
    status < 400 &&
    !isPrivate(exchange)
  const cache = isCached ? publicCache : privateCache
  if (!cache.test(headers.get('cache-control') ?? ''))
    faults.push(`the header cache-control is of the form ${cache}, not "${headers.get('cache-control')}"`)
  if (text !== '' && !headers.has('content-type')) faults.push('a body has a content type')
  // An XLSX file is compressed by itself, so a mount may leave it as it is.
  const isZipped = headers.get('content-type')?.includes('spreadsheetml') ?? false
  if (text !== '' && !isZipped && !/\bAccept-Encoding\b/i.test(headers.get('vary') ?? ''))
    faults.push('a body varies by Accept-Encoding')
  if (headers.has('x-powered-by') || headers.has('server')) faults.push('no header names the software')
  if (headers.has('set-cookie')) faults.push('the interface sets no cookies')
  if (status === 304 && exchange.sent.headers['if-none-match'] === undefined)
    faults.push('304 answers only a condition')
  return faults
}
