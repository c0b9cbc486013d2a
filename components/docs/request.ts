import type { Parameter } from '@/lib/kit/api/document/openapi-document'
import { readableJson } from './json'
import { type Listed, needsToken } from './operations'

/** A parameter of a request, with its value in a try-it form or a curl command. */
export interface Input {
  in: Parameter['in']
  name: string
  isRequired: boolean
  /** The value in the example of the OpenAPI document; empty if there is none. */
  value: string
  /** The default value of the parameter. */
  fallback: string
  /** The values to choose from; empty for free text. */
  choices: string[]
}

/** An example of a request, with the initial values of a try-it form. */
export interface ExampleRequest {
  id: string
  method: string
  /** The path, with `{name}` in place of each parameter. */
  path: string
  needsToken: boolean
  inputs: Input[]
  /** The body as JSON text; undefined if the request has no body. */
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
      choices: schema.type === 'boolean' ? ['true', 'false'] : (schema.enum ?? []).map(String),
    })),
    body: content && readableJson(content.example ?? {}),
  }
}

/** Returns the URL with the values of the inputs. Empty query parameters are omitted. */
export function urlOf(path: string, inputs: Input[]): string {
  const filled = inputs.reduce(
    (url, { in: place, name, value }) => (place === 'path' ? url.replace(`{${name}}`, encodeURIComponent(value)) : url),
    path,
  )
  const query = new URLSearchParams(
    inputs.flatMap(({ in: place, name, value }) => (place === 'query' && value !== '' ? [[name, value]] : [])),
  ).toString()
  return query ? `${filled}?${query}` : filled
}

/** Returns the request as a curl command for a POSIX shell. The command reads the token from the variable TOKEN. */
export function curlOf({ method, path, needsToken, inputs, body }: ExampleRequest, origin: string): string {
  const parts = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quoted(origin + urlOf(path, inputs))}`]
  if (needsToken) parts.push(`-H "Authorization: Bearer $TOKEN"`)
  for (const { in: place, name, value } of inputs) {
    if (place === 'header') parts.push(value ? `-H ${quoted(`${name}: ${value}`)}` : `-H "${name}: $(uuidgen)"`)
  }
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`)
  return parts.join(' \\\n  ')
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
