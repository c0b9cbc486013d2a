import type { Answer, Content, JsonSchema, OpenApiDocument, Operation } from '@/lib/kit/api/document/openapi-document'

/** An operation of the OpenAPI document with its method and path. */
export interface Listed {
  id: string
  method: string
  path: string
  operation: Operation
}

export interface Module {
  /** The tag of the module's operations in the OpenAPI document, such as `order` or `cms/user`. */
  name: string
  operations: Listed[]
  /**
   * The types of the module's requests and responses, sorted by name. Without the type `Problem`, which has its own
   * page.
   */
  types: [string, JsonSchema][]
}

const known = new WeakMap<OpenApiDocument, Module[]>()

/**
 * Returns the operations of the OpenAPI document grouped by tag, in the order of the document. Computed once for each
 * document.
 */
export function modulesOf(document: OpenApiDocument): Module[] {
  const modules = known.get(document) ?? group(document)
  known.set(document, modules)
  return modules
}

function group({ tags, paths, components }: OpenApiDocument): Module[] {
  const all = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, operation]): Listed => ({ id: operation.operationId, method: verb.toUpperCase(), path, operation }),
    ),
  )
  return tags.map(({ name }) => {
    const operations = all.filter(({ operation }) => operation.tags.includes(name))
    return { name, operations, types: typesIn(operations, components) }
  })
}

/** The name of the type of every error response. The page about errors explains this type. */
export const failureType = 'Problem'

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/**
 * Returns the schemas that a value references, directly or through other schemas, sorted by name. Without the type
 * `Problem`.
 */
function typesIn(value: unknown, { schemas }: OpenApiDocument['components']): [string, JsonSchema][] {
  const names = new Set<string>()
  const visit = (part: unknown) => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(reference)) {
      if (names.has(name) || name === failureType) continue
      names.add(name)
      visit(schemas[name] ?? {})
    }
  }
  visit(value)
  return Object.entries(schemas)
    .filter(([name]) => names.has(name))
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
}

/** Whether the request needs the token of a user. */
export const needsToken = ({ security }: Operation) => security.some((scheme) => 'bearer' in scheme)

/** Whether a user can call an operation. false for operations that only machines with their own credentials call. */
export const isCallable = (operation: Operation) => operation.security.length === 0 || needsToken(operation)

export interface Success {
  status: string
  headers: string[]
  content: Content | undefined
}

/** Returns the successful response (2xx) of an operation; undefined if the OpenAPI document declares none. */
export function successOf({ responses }: Operation): Success | undefined {
  for (const [status, answer] of Object.entries(responses)) {
    if (status.startsWith('2') && !('$ref' in answer)) {
      const { headers = {}, content = {} } = answer
      return { status, headers: Object.keys(headers), content: content['application/json'] }
    }
  }
  return undefined
}

export interface Failure {
  status: string
  /** The error code; undefined if the response is not a problem document. */
  code: string | undefined
  description: string
}

/** Returns the errors of an operation: one for each error code, and one for each status without codes. */
export function failuresOf({ components }: OpenApiDocument, { responses }: Operation): Failure[] {
  return Object.entries(responses).flatMap(([status, answer]): Failure[] => {
    const { description = '', content } = resolved(answer, components.responses) ?? {}
    const codes = Object.keys(content?.['application/problem+json']?.examples ?? {})
    if (codes.length > 0) return codes.map((code) => ({ status, code, description }))
    return Number(status) < 400 ? [] : [{ status, code: undefined, description }]
  })
}

function resolved(answer: Operation['responses'][string], shared: Record<string, Answer>): Answer | undefined {
  return '$ref' in answer ? shared[answer.$ref.slice('#/components/responses/'.length)] : answer
}
