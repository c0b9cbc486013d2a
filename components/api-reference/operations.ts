import type { Answer, Content, JsonSchema, OpenApiDocument, Operation } from '@/lib/api/openapi-document'

/** An operation with its method and path. */
export interface Listed {
  id: string
  method: string
  path: string
  operation: Operation
}

export interface Module {
  name: string
  operations: Listed[]
}

/** The operations grouped by their tag, in the order of the document. */
export function modulesOf({ tags, paths }: OpenApiDocument): Module[] {
  const all = Object.entries(paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(
      ([verb, operation]): Listed => ({ id: operation.operationId, method: verb.toUpperCase(), path, operation }),
    ),
  )
  return tags.map(({ name }) => ({ name, operations: all.filter(({ operation }) => operation.tags.includes(name)) }))
}

/** Some modules of a document, with the types that they reference. */
export interface Part {
  modules: Module[]
  types: [string, JsonSchema][]
}

export function partOf(document: OpenApiDocument, belongs: (module: Module) => boolean): Part {
  const modules = modulesOf(document).filter(belongs)
  const known = referredTo(modules, document.components)
  const types = Object.entries(document.components.schemas)
    .filter(([name]) => known.has(`schemas/${name}`))
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
  return { modules, types }
}

const reference = /"\$ref":"#\/components\/((schemas|responses)\/([^"]+))"/g

/** The components that a value references, directly or through others: `schemas/Order`. */
function referredTo(value: unknown, components: OpenApiDocument['components'], known = new Set<string>()) {
  for (const [, id = '', kind, name = ''] of JSON.stringify(value).matchAll(reference)) {
    if (known.has(id)) continue
    known.add(id)
    referredTo((kind === 'schemas' ? components.schemas : components.responses)[name] ?? {}, components, known)
  }
  return known
}

/** Whether a user's token is required. */
export const needsToken = ({ security }: Operation) => security.some((scheme) => 'bearer' in scheme)

/** Whether a user can call it; some operations are for machines with their own credentials. */
export const isCallable = (operation: Operation) => operation.security.length === 0 || needsToken(operation)

export interface Success {
  status: string
  headers: string[]
  content: Content | undefined
}

/** The successful response of an operation. */
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
  /** Undefined where failures are not problem documents. */
  code: string | undefined
  description: string
}

/** The failures of an operation, by status. */
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
