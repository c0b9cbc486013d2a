import type { Parameter } from '@/lib/kit/api/document/openapi-document'
import { readableJson } from './json'
import { type Listed, needsToken } from './operations'

export interface Input {
  in: Parameter['in']
  name: string
  isRequired: boolean
  /** From the example in the document. */
  value: string
  fallback: string
  /** Empty: free text. */
  choices: string[]
}

export interface ExampleRequest {
  id: string
  method: string
  /** With `{name}` in place of each parameter. */
  path: string
  needsToken: boolean
  inputs: Input[]
  /** JSON text; undefined: no body. */
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

/** Without empty query parameters. */
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

/** For a POSIX shell, with the token in the variable TOKEN. */
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
