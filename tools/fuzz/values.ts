import fc from 'fast-check'
import type { JsonSchema } from '@/lib/kit/api/document/openapi-document'

/*
 * Generates values from the schemas of the API document: allowed values, within and at their bounds, and forbidden
 * values.
 */

/** A value that is known only when a request is sent, such as the id of a record that was created meanwhile. */
export class Late {
  constructor(
    /** A collection such as `/v1/address`, or the name of another source of values. */
    readonly source: string,
    /** The index of the value in the source. An index beyond the end continues at the beginning. */
    readonly at: number,
  ) {}
}

type Any = fc.Arbitrary<unknown>

/** The sources of values, by the name of a field: the source of a {@link Late} value, or an arbitrary of fast-check. */
export type Sources = Readonly<Record<string, string | Any>>

const subschema = (schema: JsonSchema | boolean | undefined): JsonSchema => (typeof schema === 'object' ? schema : {})

const oneOf = (weighted: { weight: number; arbitrary: Any }[]): Any => fc.oneof(...weighted)

/**
 * The beginning of every password that the fuzzer makes up. The run fails if such a password is found in a response, a
 * log or a table.
 */
export const secretPrefix = 'Fz-'

/**
 * An arbitrary for passwords that cannot be guessed. Turns off fast-check's bias towards short texts and repeated
 * characters, which would give weak passwords.
 */
const strongSecret = fc.noBias(
  fc
    .string({ unit: fc.constantFrom(...'abcdefghijkmnpqrstuvwxyz23456789'), minLength: 20, maxLength: 20 })
    .map((text) => secretPrefix + text),
)

const chinese = fc.constantFrom(...'绿茶雨前龙井青梧路号王小明杭州西湖春夏秋冬')

function validString({ minLength = 0, maxLength = 64, pattern, format }: JsonSchema): Any {
  if (format === 'password') return strongSecret
  if (format === 'email') return fc.emailAddress().filter((text) => text.length < 60)
  if (format === 'date') {
    return fc
      .date({ min: new Date('1900-01-01'), max: new Date('2020-01-01'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10))
  }
  if (format === 'date-time') {
    return fc
      .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
      .map((moment) => moment.toISOString())
  }
  if (pattern) {
    const whole = new RegExp(pattern)
    // Text cannot be generated from lookaheads, so these are checked afterwards.
    const simple = pattern.replaceAll(/\(\?=(?:[^()]|\([^()]*\))*\)/g, '')
    return fc
      .stringMatching(new RegExp(simple))
      .filter((text) => whole.test(text) && text.length >= minLength && text.length <= maxLength)
  }
  const usual = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) }
  return oneOf([
    { weight: 4, arbitrary: fc.string(usual) },
    { weight: 3, arbitrary: fc.string({ ...usual, unit: chinese }) },
    { weight: 1, arbitrary: fc.string({ ...usual, unit: 'grapheme' }).filter(({ length }) => length <= maxLength) },
    { weight: 1, arbitrary: fc.constantFrom('茶'.repeat(maxLength), 'x'.repeat(minLength)) },
  ])
}

function validObject(schema: JsonSchema, sources: Sources): Any {
  const { properties = {}, required = [], minProperties = 0, not, oneOf: alternatives } = schema
  if (alternatives) {
    // Each alternative names the fields that it requires. Fields of the other alternatives are left out.
    const own = alternatives.map((one) => subschema(one).required ?? [])
    const choices = own.map((names) => {
      const left = Object.entries(properties).filter(([name]) => names.includes(name) || !own.flat().includes(name))
      return validObject(
        { ...schema, oneOf: undefined, properties: Object.fromEntries(left), required: [...required, ...names] },
        sources,
      )
    })
    return fc.oneof(...choices)
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, valid(subschema(field), sources, name)]),
  )
  const refused = subschema(not).required ?? []
  return fc
    .record(fields, { requiredKeys: required, noNullPrototype: true })
    .filter(
      (value) =>
        Object.keys(value).length >= minProperties &&
        (refused.length === 0 || Object.keys(value).some((name) => !refused.includes(name))),
    )
}

const largest = 2_147_483_647

/**
 * Returns an arbitrary for values that the schema allows, often at its bounds. `name`: the name of the field, for which
 * `sources` may have a source.
 */
export function valid(schema: JsonSchema, sources: Sources, name = ''): Any {
  const { type, enum: listed, const: only, anyOf, oneOf: forms, minimum, maximum, minItems = 0, maxItems = 12 } = schema
  const source = sources[name]
  const own = (): Any => {
    if (only !== undefined) return fc.constant(only)
    if (listed) return fc.constantFrom(...listed)
    const alternatives = anyOf ?? (type === undefined ? forms : undefined)
    if (alternatives) return fc.oneof(...alternatives.map((one) => valid(subschema(one), sources, name)))
    if (Array.isArray(type)) return fc.oneof(...type.map((one) => valid({ ...schema, type: one }, sources)))
    switch (type) {
      case 'string':
        return validString(schema)
      case 'integer':
      case 'number':
        return fc.integer({ min: minimum ?? -largest, max: maximum ?? largest })
      case 'boolean':
        return fc.boolean()
      case 'null':
        return fc.constant(null)
      case 'array':
        return fc.array(valid(subschema(asOne(schema.items)), sources, name), {
          minLength: minItems,
          maxLength: Math.max(minItems, Math.min(maxItems, 12)),
        })
      case 'object':
        return validObject(schema, sources)
      default:
        throw new Error(`The fuzzer cannot make values of ${JSON.stringify(schema)}: teach it in tools/fuzz/values.ts.`)
    }
  }
  if (source instanceof fc.Arbitrary) return source
  if (source === undefined || type === 'array' || anyOf) return own()
  return oneOf([
    { weight: 9, arbitrary: fc.nat(1_000).map((at) => new Late(source, at)) },
    { weight: 1, arbitrary: own() },
  ])
}

const asOne = <T>(items: T | T[] | undefined): T | undefined => (Array.isArray(items) ? items[0] : items)

/** An arbitrary for texts that often break programs. The OpenAPI document allows some of these texts. */
const hostile = fc.constantFrom(
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  'x\u202ey',
  '\u200b',
  'a\r\nb',
  '\u001b[31m',
  '\'; drop table "user"; --',
  '%00',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '__proto__',
  'null',
  'NaN',
  '1e309',
  '９９',
  '👨‍👩‍👧‍👦'.repeat(8),
)

const otherTypes = fc.constantFrom<unknown>(null, true, 1.5, -1, 'x', [], {}, [[]], 2 ** 53)

/** Returns an arbitrary for values that the schema mostly forbids. */
export function broken(schema: JsonSchema, sources: Sources, name = ''): Any {
  const { type, anyOf, oneOf: forms, minimum, maximum, minLength, maxLength, properties } = schema
  const { required = [], items, maxItems } = schema
  const choices: Any[] = [otherTypes]
  const alternatives = anyOf ?? (type === undefined ? forms : undefined) ?? []
  choices.push(...alternatives.map((one) => broken(subschema(one), sources, name)))
  if (type === 'string') {
    choices.push(hostile)
    if (maxLength !== undefined) choices.push(fc.constantFrom('x'.repeat(maxLength + 1), '茶'.repeat(maxLength + 1)))
    if (minLength) choices.push(fc.constant('x'.repeat(minLength - 1)))
  }
  if (type === 'integer') {
    if (minimum !== undefined) choices.push(fc.constantFrom<unknown>(minimum - 1, minimum + 0.5, String(minimum)))
    if (maximum !== undefined) choices.push(fc.constantFrom(maximum + 1, maximum * 2))
    choices.push(fc.constantFrom<unknown>('1', Number.MAX_SAFE_INTEGER, -0.5))
  }
  if (type === 'array') {
    const item = subschema(asOne(items))
    choices.push(fc.array(broken(item, sources, name), { minLength: 1, maxLength: 3 }))
    if (maxItems !== undefined && maxItems <= 1_000)
      choices.push(
        fc.array(valid(item, sources, name), { minLength: maxItems + 1, maxLength: maxItems + 1, size: 'max' }),
      )
  }
  if (properties) {
    const whole = valid(schema, sources)
    const withField = (field: string, value: unknown) => (object: unknown) => ({ ...Object(object), [field]: value })
    for (const [field, inner] of Object.entries(properties)) {
      const one = fc
        .tuple(whole, broken(subschema(inner), sources, field))
        .map(([object, value]) => withField(field, value)(object))
      choices.push(one)
    }
    for (const field of required)
      choices.push(
        whole.map((object) => Object.fromEntries(Object.entries(Object(object)).filter(([key]) => key !== field))),
      )
    choices.push(whole.map(withField('a_field_that_does_not_exist', 1)), fc.constant({}))
  }
  return fc.oneof(...choices)
}

/** Returns an arbitrary for texts of a path or query that the schema forbids; undefined if the schema forbids none. */
export function brokenText({ type, enum: listed, minimum, maximum, minLength, maxLength, pattern }: JsonSchema) {
  const texts = ['\u00a7']
  if (type === 'integer' || pattern) texts.push('x', '1.5', '-1', '0x1', 'a\u0000b')
  if (type === 'integer' && minimum !== undefined) texts.push(String(minimum - 1))
  if (type === 'integer' && maximum !== undefined) texts.push(String(maximum + 1), '9'.repeat(400))
  if (type === 'string' && !listed && !pattern) {
    texts.length = 0
    if (maxLength !== undefined) texts.push('x'.repeat(maxLength + 1), '茶'.repeat(maxLength + 1))
    if (minLength) texts.push('')
  }
  // The pattern may allow some of these texts.
  const broken = pattern ? texts.filter((text) => !new RegExp(pattern, 'u').test(text)) : texts
  return broken.length > 0 ? fc.constantFrom(...broken) : undefined
}

/** An arbitrary for unusual texts as query parameters. The OpenAPI document does not say whether they are allowed. */
export const hostileText = hostile.filter((text) => !['', ' ', '../../etc/passwd'].includes(text))
