import type { Tool } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { OwnKey } from '@/lib/api_key/schema'
import { inputSchema } from '@/lib/kit/api/document/openapi'
import type { Endpoint } from '@/lib/kit/api/endpoint/endpoint'
import { concernsMoney, takesKeys } from '@/lib/kit/api/endpoint/key-codes'
import { fileFields } from '@/lib/kit/api/endpoint/page'
import { parse } from '@/lib/kit/api/endpoint/validation'
import { isMultipart } from '@/lib/kit/api/run/body'
import { takesIdempotencyKey } from '@/lib/kit/api/run/idempotency'
import { shapeOf } from '@/lib/kit/api/run/request'
import { operations } from '../endpoints'

interface Operation {
  endpoint: Endpoint
  tool: Tool
}

export type Rights = Pick<z.output<typeof OwnKey>, 'access' | 'permission_codes'>

let built: ReadonlyMap<string, Operation> | undefined

/** By the name of the endpoint: all that keys can call, except uploads. */
export function toolOperations(): ReadonlyMap<string, Operation> {
  built ??= new Map(
    [...operations].flatMap(([name, endpoint]) =>
      takesKeys(endpoint.access) && !isMultipart(endpoint.body)
        ? [[name, { endpoint, tool: toolOf(name, endpoint) }] as const]
        : [],
    ),
  )
  return built
}

export const toolsOf = (rights: Rights): Tool[] =>
  [...toolOperations().values()].filter(({ endpoint }) => mayCall(rights, endpoint)).map(({ tool }) => tool)

const mayCall = ({ access: own, permission_codes }: Rights, { access, method }: Endpoint) =>
  (access.kind !== 'permission' || permission_codes.includes(access.code)) && (own === 'write' || method === 'GET')

function toolOf(name: string, endpoint: Endpoint): Tool {
  const { summary, description, method, access } = endpoint
  const isRead = method === 'GET'
  const code = access.kind === 'permission' ? access.code : ''
  return {
    name,
    description: description ? `${summary}. ${description}` : summary,
    inputSchema: schemaOf(endpoint),
    annotations: {
      readOnlyHint: isRead,
      destructiveHint: !isRead && (method === 'DELETE' || code.endsWith('.delete') || concernsMoney(code)),
      idempotentHint: method !== 'POST',
      openWorldHint: false,
    },
  }
}

/** As JSON values. */
const schemaOf = (endpoint: Endpoint): Tool['inputSchema'] =>
  JSON.parse(JSON.stringify({ ...inputSchema(z.strictObject(partsOf(endpoint))), $schema: undefined }))

/** As in the API document, without the parameters of files. */
function partsOf(endpoint: Endpoint): Record<string, z.core.$ZodType> {
  const { params, body } = endpoint
  const query = queryOf(endpoint)
  const optional = (schema: z.core.$ZodType, empty: unknown) =>
    z.safeParse(schema, empty).success ? z.optional(schema) : schema
  return {
    ...(params && { params }),
    ...(query && { query: optional(query, {}) }),
    ...(body && { body: optional(body, undefined) }),
    ...(takesIdempotencyKey(endpoint) && { idempotency_key: idempotencyKey.optional() }),
  }
}

const idempotencyKey = z.string().meta({
  description:
    'A new one for every new intention, of 8 to 64 letters, digits, _ and -: a repetition gets the first answer',
})

function queryOf({ query, csv }: Endpoint) {
  const fields = Object.entries(shapeOf(query)).filter(([name]) => !csv || !fileFields.includes(name))
  return fields.length > 0 ? z.strictObject(Object.fromEntries(fields)) : undefined
}

/** Parameters are texts, as in a URL. */
export interface CallInput {
  params: Record<string, string>
  search: URLSearchParams
  body: unknown
  idempotency_key: string | undefined
}

const named = (shape: object) =>
  z.strictObject(Object.fromEntries(Object.keys(shape).map((name) => [name, z.unknown().optional()])))

/** Checks only the names: the pipeline checks the values. Throws `invalid_request`. */
export function inputOf(endpoint: Endpoint, given: unknown): CallInput {
  const { params, query, body, idempotency_key } = parse(named(partsOf(endpoint)), given ?? {}, 'body')
  const checked = parse(
    z.object({
      params: named(shapeOf(endpoint.params)).optional(),
      query: named(queryOf(endpoint)?.shape ?? {}).optional(),
      idempotency_key: z.string().optional(),
    }),
    { params, query, idempotency_key },
    'body',
  )
  return {
    params: textsOf(checked.params),
    search: new URLSearchParams(textsOf(checked.query)),
    body,
    idempotency_key: checked.idempotency_key,
  }
}

/** A list as in a URL, with commas. */
const textsOf = (fields: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).flatMap(([name, value]) =>
      value === undefined || value === null ? [] : [[name, typeof value === 'string' ? value : textOf(value)]],
    ),
  )

const textOf = (value: unknown) => (Array.isArray(value) ? value.join(',') : JSON.stringify(value))
