import fc from 'fast-check'
import type { JsonSchema, OpenApiDocument, Operation, Parameter, Verb } from '@/lib/kit/api/document/openapi-document'
import { broken, brokenText, hostileText, Late, type Sources, valid } from './values'

/** An operation of the OpenAPI document, with its path and method. */
export interface Target {
  /** The name of the operation: method and path, such as `POST /v1/address`. */
  name: string
  method: Uppercase<Verb>
  path: string
  operation: Operation
  /** The schema of the JSON body; undefined: the operation takes no body. */
  body: JsonSchema | undefined
  /** The path before its first parameter, such as `/v1/address` for all paths about one address. */
  collection: string
}

/** A generated request. Values that do not exist yet ({@link Late}) are filled in when the request is sent. */
export interface Recipe {
  params: Record<string, unknown>
  query: [name: string, value: unknown][]
  /** Whether path and query match the OpenAPI document. */
  isIntact: boolean
  /** Whether the ids in the request belong to the witness, a customer whose records no other customer may use. */
  isForeign: boolean
  idempotency_key: string | undefined
  body: { type: string; json: unknown } | { type: string; text: string } | undefined
}

/** Returns the operations of the OpenAPI document, except operations that take a form: uploads have their own tests. */
export function targetsOf({ paths }: OpenApiDocument): Target[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]): Target[] => {
      const method = methods.find((one) => one.toLowerCase() === verb)
      if (!method) throw new Error(`${path} has the unknown method ${verb}.`)
      const content = operation.requestBody?.content
      if (content?.['multipart/form-data']) return []
      if (content && !content['application/json'])
        throw new Error(`The fuzzer cannot make the body of ${method} ${path}: teach it in tools/fuzz/request.ts.`)
      const collection = path.split('/{', 1)[0] ?? path
      const body = content?.['application/json']?.schema
      return [{ name: `${method} ${path}`, method, path, operation, body, collection }]
    }),
  )
}

/**
 * For a path with two ids, returns the collection of the second id: `/cms/user/{id}/session` for all paths about one
 * session of a staff member. undefined for other paths.
 */
export const partsOf = (path: string) => /^(.*\{\w+\}.*)\/\{\w+\}/.exec(path)?.[1]

/**
 * The path of a customer's order. Also the source of ids for a DELETE to this path. This source has finished orders
 * only, because other orders cannot be removed.
 */
export const finishedOrder = '/v1/order/{id}'

/**
 * The path for handing over an order at a store. Also the source of ids of paid orders that are collected at a store.
 */
export const collectable = '/cms/order/{id}/collect'

/**
 * Returns the source of the ids in the path of an operation: the name of a pool of ids, in the form of a path. By
 * default, this is the collection. Operations on records in a certain state have their own source, for example to
 * restore a deleted record, or to remove a finished order.
 */
export function sourceOfId({ method, path, collection }: Pick<Target, 'method' | 'path' | 'collection'>): string {
  if (/^\/cms\/order\/\{id\}\/(?:ready|collect)$/.test(path)) return collectable
  return path === `${collection}/{id}/restore` ||
    path === '/cms/order/{id}/preview' ||
    /\/promotion\/\{id\}\/(?:grant|code)$/.test(path) ||
    /\/(?:after_sale|invoice)\/\{id\}\/(?!history)/.test(path) ||
    (method === 'DELETE' && path === finishedOrder)
    ? path
    : collection
}

const methods = ['GET', 'POST', 'PUT', 'DELETE'] as const

const placed = ({ operation }: Target, place: Parameter['in']) =>
  (operation.parameters ?? []).filter((parameter) => parameter.in === place)

type Texts = Pick<Recipe, 'query' | 'params' | 'isIntact'>

/** Returns an arbitrary for paths and queries that match the OpenAPI document. */
function intactTexts(target: Target, sources: Sources): fc.Arbitrary<Texts> {
  const path = placed(target, 'path').map(({ name, schema }) => {
    // Unless the path has two ids, a name such as `product_id` stands for a record of another resource.
    const ofOther = name === 'id' ? undefined : (partsOf(target.path) ?? sources[name])
    const source = ofOther ?? sourceOfId(target)
    return [
      name,
      schema.type === 'integer' || name === 'payment_no' || name === 'order_no'
        ? valid(schema, { [name]: source }, name)
        : valid(schema, {}),
    ] as const
  })
  const query = placed(target, 'query')
  const fields = query.map(({ name, schema }) => [name, valid(schema, sources, name)] as const)
  return fc
    .record({
      params: fc.record(Object.fromEntries(path), { noNullPrototype: true }),
      query: fc.record(Object.fromEntries(fields), {
        requiredKeys: query.filter(({ required }) => required).map(({ name }) => name),
        noNullPrototype: true,
      }),
    })
    .map((made) => ({ params: made.params, query: Object.entries(made.query), isIntact: true }))
}

/**
 * Returns an arbitrary for paths and queries with one fault, or with a part that the OpenAPI document does not mention.
 */
function brokenTexts(target: Target, sources: Sources): fc.Arbitrary<Texts> {
  const intact = intactTexts(target, sources)
  const choices: fc.Arbitrary<Texts>[] = []
  const isStrict = target.path.startsWith('/cms')
  choices.push(
    intact.map((texts) => ({
      ...texts,
      query: [...texts.query, ['a_parameter_that_does_not_exist', '1']],
      isIntact: !isStrict,
    })),
  )
  for (const { name, schema, in: place, required } of target.operation.parameters ?? []) {
    if (place === 'header') continue
    const put = (value: string, isIntact: boolean) => (texts: Texts) =>
      place === 'path'
        ? { ...texts, params: { ...texts.params, [name]: value }, isIntact }
        : {
            ...texts,
            query: [...texts.query.filter(([other]) => other !== name), [name, value] as const].map(pair),
            isIntact,
          }
    const forbidden = brokenText(schema)
    if (forbidden)
      // An empty segment would make another path.
      choices.push(
        fc
          .tuple(intact, place === 'path' ? forbidden.filter((text) => text !== '') : forbidden)
          .map(([texts, value]) => put(value, false)(texts)),
      )
    if (place === 'path') continue
    if (schema.type === 'string' && !schema.enum && !schema.pattern)
      choices.push(fc.tuple(intact, hostileText).map(([texts, value]) => put(value, true)(texts)))
    choices.push(
      intact
        .filter(({ query }) => query.some(([other]) => other === name))
        .map((texts) => ({ ...texts, query: [...texts.query, [name, 'x']], isIntact: false })),
    )
    if (required)
      choices.push(
        intact.map((texts) => ({ ...texts, query: texts.query.filter(([other]) => other !== name), isIntact: false })),
      )
  }
  return fc.oneof(...choices)
}

const pair = ([name, value]: readonly [string, unknown]): [string, unknown] => [name, value]

const jsonType = 'application/json'

/** A text that is larger than the maximum size of a JSON body. */
const tooLarge = ' '.repeat(1024 * 1024 + 1)

const unreadable = fc.constantFrom(
  { type: jsonType, text: '{' },
  { type: jsonType, text: '[1,2' },
  { type: jsonType, text: 'null' },
  { type: jsonType, text: '"text"' },
  { type: jsonType, text: '{"__proto__":{"x":1}}' },
  { type: jsonType, text: '['.repeat(20_000) },
  { type: jsonType, text: '' },
  { type: 'text/plain', text: '{}' },
  { type: 'application/x-www-form-urlencoded', text: 'a=1' },
  { type: '', text: '{}' },
  { type: jsonType, text: tooLarge },
)

const key = fc.option(fc.stringMatching(/^[A-Za-z0-9_-]{12,64}$/), { nil: undefined })

/** Returns an arbitrary for requests that the OpenAPI document allows. */
export function intactRecipe(target: Target, sources: Sources, mayBeForeign: boolean): fc.Arbitrary<Recipe> {
  const takesKey = placed(target, 'header').length > 0
  const body = target.body
    ? valid(target.body, sources, 'whole').map((json) => ({ type: jsonType, json }))
    : fc.constant(undefined)
  return fc
    .record({
      texts: intactTexts(target, sources),
      idempotency_key: takesKey ? key : fc.constant(undefined),
      isForeign: mayBeForeign ? fc.nat(6).map((at) => at === 6) : fc.constant(false),
      body,
    })
    .map(({ texts, ...rest }) => ({ ...texts, ...rest }))
}

/** Returns an arbitrary for requests with a part that the OpenAPI document forbids. */
export function brokenRecipe(target: Target, sources: Sources): fc.Arbitrary<Recipe> {
  const intact = intactRecipe(target, sources, false)
  const choices: fc.MaybeWeightedArbitrary<Recipe>[] = [
    {
      weight: 2,
      arbitrary: fc.tuple(intact, brokenTexts(target, sources)).map(([recipe, texts]) => ({ ...recipe, ...texts })),
    },
  ]
  if (target.method !== 'GET') {
    choices.push({ weight: 1, arbitrary: fc.tuple(intact, unreadable).map(([recipe, body]) => ({ ...recipe, body })) })
  }
  if (target.body) {
    const json = broken(target.body, sources).map((value) => ({ type: jsonType, json: value }))
    choices.push({ weight: 6, arbitrary: fc.tuple(intact, json).map(([recipe, body]) => ({ ...recipe, body })) })
  }
  if (placed(target, 'header').length > 0) {
    const bad = fc.constantFrom('short', 'x'.repeat(65), 'with space', 'semi;colon')
    choices.push({
      weight: 1,
      arbitrary: fc.tuple(intact, bad).map(([recipe, idempotency_key]) => ({ ...recipe, idempotency_key })),
    })
  }
  return fc.oneof(...choices)
}

/** A request in which all {@link Late} values are filled in. */
export interface Sent {
  method: string
  url: string
  headers: Record<string, string>
  text: string | undefined
  /** The parsed body; undefined if the body is not JSON. */
  json: unknown
  params: Record<string, string>
  query: [name: string, value: string][]
  recipe: Recipe
}

/** Returns the value with the results of `fill` in place of {@link Late} values, at any depth. */
export function filled(value: unknown, fill: (late: Late) => unknown): unknown {
  if (value instanceof Late) return fill(value)
  if (Array.isArray(value)) return value.map((item) => filled(item, fill))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, filled(item, fill)]))
}

/** Returns all {@link Late} values in a value, at any depth. */
export function lateIn(value: unknown): Late[] {
  if (value instanceof Late) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(lateIn)
}

/** Returns the request as a curl command. */
export function curlOf({ method, url, headers, text }: Sent): string {
  const quoted = (value: string) => `'${value.replaceAll("'", String.raw`'\''`)}'`
  const parts = ['curl', '-i', '-X', method, quoted(url)]
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quoted(`${name}: ${value}`))
  if (text !== undefined) parts.push('--data-raw', quoted(text.length > 3_000 ? `${text.slice(0, 3_000)}…` : text))
  return parts.join(' ')
}
