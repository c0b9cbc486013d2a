import type { Parameter } from '@/lib/api/openapi-document'
import { readableJson } from './json'
import { type Listed, needsToken } from './operations'

/** A parameter as it is typed in a form or written in a command. */
export interface Input {
  in: Parameter['in']
  name: string
  isRequired: boolean
  /** From the example; empty where there is none. */
  value: string
  /** What counts where nothing is given. */
  fallback: string
}

/** A request as the examples have it; what a form begins with. */
export interface ExampleRequest {
  id: string
  method: string
  /** With `{name}` for its parameters. */
  path: string
  needsToken: boolean
  inputs: Input[]
  /** JSON; undefined where there is no body. */
  body: string | undefined
}

export function requestOf({ id, method, path, operation }: Listed): ExampleRequest {
  const content = operation.requestBody?.content['application/json']
  return {
    id,
    method,
    path,
    needsToken: needsToken(operation),
    inputs: (operation.parameters ?? []).map(({ in: place, name, required, schema, example }) => ({
      in: place,
      name,
      isRequired: required,
      value: example === undefined ? '' : String(example),
      fallback: schema.default === undefined ? '' : String(schema.default),
    })),
    body: content && readableJson(content.example ?? {}),
  }
}

/** Path and query with these values; what is empty in the query is left out. */
export function addressOf(path: string, inputs: Input[]): string {
  const filled = inputs.reduce(
    (address, { in: place, name, value }) =>
      place === 'path' ? address.replace(`{${name}}`, encodeURIComponent(value)) : address,
    path,
  )
  const query = new URLSearchParams(
    inputs.flatMap(({ in: place, name, value }) => (place === 'query' && value !== '' ? [[name, value]] : [])),
  ).toString()
  return query ? `${filled}?${query}` : filled
}

/** The request as a command for a POSIX shell; the token stands in the variable TOKEN. */
export function curlOf({ method, path, needsToken, inputs, body }: ExampleRequest, origin: string): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + addressOf(path, inputs))}`]
  if (needsToken) parts.push(`-H "Authorization: Bearer $TOKEN"`)
  for (const { in: place, name, value } of inputs) {
    if (place === 'header') parts.push(value ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: $(uuidgen)"`)
  }
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`)
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
