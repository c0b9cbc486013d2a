import type { Answer, Content, JsonSchema, OpenApiDocument, Operation } from '@/lib/kit/api/document/openapi-document'

export interface Listed {
  id: string
  method: string
  path: string
  operation: Operation
}

export interface Module {
  /** Tag of the operations, such as `order` or `cms/user`. */
  name: string
  operations: Listed[]
  /** By name, without `Problem`, which has its own page. */
  types: [string, JsonSchema][]
}

const known = new WeakMap<OpenApiDocument, Module[]>()

/** By tag, in the order of the document. Computed once for each document. */
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

/** Every error response has it. The page about errors explains it. */
export const failureType = 'Problem'

const reference = /"\$ref":"#\/components\/schemas\/([^"]+)"/g

/** Directly or through other schemas, by name, without `Problem`. */
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

export const needsToken = ({ security }: Operation) => security.some((scheme) => 'bearer' in scheme)

/** false: only machines with their own credentials call it. */
export const isCallable = (operation: Operation) => operation.security.length === 0 || needsToken(operation)

export interface Success {
  status: string
  headers: string[]
  content: Content | undefined
}

/** 2xx; undefined if the document declares none. */
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
  /** undefined: not a problem document. */
  code: string | undefined
  description: string
}

/** One for each error code, and for each status without codes. */
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
