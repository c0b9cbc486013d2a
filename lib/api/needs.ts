import { z } from 'zod'
import { type Caller, holds, missingPermission } from './caller'
import type { Endpoint, PermissionCode } from './endpoint'

/*
 * Fields that only some callers see and set: `.meta({ needs: 'cms.product.cost' })` on a field of a schema. Such a code
 * stands among the endpoint's `also`; endpoints without `also` are not looked at.
 */

declare module 'zod' {
  interface GlobalMeta {
    /** The permission code without which this field is left out of answers and refused in bodies. */
    needs?: PermissionCode
  }
}

/** What of a schema is guarded, by where it stands. */
interface Guarded {
  /** The whole field needs this. */
  code?: PermissionCode
  fields?: Map<string, Guarded>
  /** Of an array or a record: every member. */
  members?: Guarded
  /** Of a union: each of its forms. */
  forms?: Guarded[]
}

type Direction = 'input' | 'output'

function guardedOf(schema: z.core.$ZodType, direction: Direction, known: Map<z.core.$ZodType, Guarded>): Guarded {
  const before = known.get(schema)
  if (before) return before
  const made: Guarded = {}
  known.set(schema, made)
  const inner = (one: z.core.$ZodType) => guardedOf(one, direction, known)
  const code = z.globalRegistry.get(schema)?.needs
  if (code) made.code = code
  else if (schema instanceof z.ZodObject) made.fields = fieldsOf(schema, direction, inner)
  else if (schema instanceof z.ZodArray) made.members = inner(schema.element)
  else if (schema instanceof z.ZodRecord) made.members = inner(schema.valueType)
  else if (schema instanceof z.ZodUnion) made.forms = schema.options.map(inner)
  else if (schema instanceof z.ZodIntersection) made.forms = [inner(schema.def.left), inner(schema.def.right)]
  else if (schema instanceof z.ZodLazy) made.forms = [inner(schema.unwrap())]
  else if (schema instanceof z.ZodPipe) made.forms = [inner(sideOf(schema, direction))]
  else if ('innerType' in schema._zod.def && schema._zod.def.innerType instanceof z.ZodType)
    made.forms = [inner(schema._zod.def.innerType)]
  // A member that is guarded guards what it is a member of.
  if (made.members?.code) made.code = made.members.code
  if (made.forms?.length === 1 && made.forms[0]?.code) made.code = made.forms[0].code
  return made
}

/** Throws where an answer would break its own schema without a guarded field. */
function fieldsOf(
  { shape }: z.ZodObject,
  direction: Direction,
  inner: (schema: z.core.$ZodType) => Guarded,
): Map<string, Guarded> {
  const fields = new Map(Object.entries(shape).map(([name, field]) => [name, inner(field)]))
  for (const [name, { code }] of fields) {
    const field = shape[name]
    if (code && direction === 'output' && field && !z.safeParse(field, undefined).success) {
      throw new Error(`the field ${name} needs ${code}, so it must be optional in an answer`)
    }
  }
  return fields
}

/** The side of a pipe that says what a value looks like: a transformation says nothing. */
function sideOf({ def }: z.ZodPipe, direction: Direction): z.core.$ZodType {
  const [side, other] = direction === 'input' ? [def.in, def.out] : [def.out, def.in]
  return side instanceof z.ZodTransform ? other : side
}

function* allWithin(guarded: Guarded, seen = new Set<Guarded>()): Generator<Guarded> {
  if (seen.has(guarded)) return
  seen.add(guarded)
  yield guarded
  const { fields, members, forms = [] } = guarded
  for (const one of [...(fields?.values() ?? []), ...(members ? [members] : []), ...forms]) yield* allWithin(one, seen)
}

const compiled = { input: new WeakMap<z.ZodType, Guarded | null>(), output: new WeakMap<z.ZodType, Guarded | null>() }

/** Worked out once for a schema; null where nothing of it is guarded. */
function guardOf(schema: z.ZodType | undefined, direction: Direction): Guarded | null {
  if (!schema) return null
  const known = compiled[direction].get(schema)
  if (known !== undefined) return known
  const guarded = guardedOf(schema, direction, new Map())
  const found = [...allWithin(guarded)].some(({ code }) => code) ? guarded : null
  compiled[direction].set(schema, found)
  return found
}

const lacks = (caller: Caller | undefined, code: PermissionCode) => !caller || !holds(caller, code)

/** Throws 403 for the first field of a body that the caller may not set; what comes is not parsed yet. */
export function refuseGuarded({ body: schema }: Endpoint, body: unknown, caller: Caller | undefined): void {
  const guarded = guardOf(schema, 'input')
  if (!guarded) return
  for (const [name, code] of guardedValues(guarded, body, [])) {
    if (lacks(caller, code)) throw missingPermission(code, name)
  }
}

function* guardedValues(guarded: Guarded, value: unknown, path: string[]): Generator<[name: string, PermissionCode]> {
  if (value === undefined) return
  if (guarded.code && path.length > 0) {
    yield [path.join('.'), guarded.code]
    return
  }
  for (const form of guarded.forms ?? []) yield* guardedValues(form, value, path)
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const field = guarded.members ?? guarded.fields?.get(name)
    if (field) yield* guardedValues(field, member, [...path, name])
  }
}

/** Takes out of a parsed answer what the caller may not see. */
export function conceal({ output: schema }: Endpoint, output: unknown, caller: Caller | undefined): void {
  const guarded = guardOf(schema, 'output')
  if (guarded) concealIn(guarded, output, caller)
}

function concealIn(guarded: Guarded, value: unknown, caller: Caller | undefined): void {
  for (const form of guarded.forms ?? []) concealIn(form, value, caller)
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value)) {
    const field = guarded.members ?? guarded.fields?.get(name)
    if (!field) continue
    if (field.code && lacks(caller, field.code)) Reflect.deleteProperty(value, name)
    else concealIn(field, member, caller)
  }
}

/** Whether the caller may see a column of this list, such as `cost` or `user.mobile`. */
export function isColumnShown({ output: schema }: Endpoint, column: string, caller: Caller | undefined): boolean {
  const guarded = guardOf(schema, 'output')
  const row = guarded?.fields?.get('items')?.members
  if (!row) return true
  const codes = codesAlong(row, column.split('.'))
  return !codes.some((code) => lacks(caller, code))
}

function codesAlong(guarded: Guarded, [name = '', ...rest]: string[]): PermissionCode[] {
  const field = guarded.fields?.get(name)
  const here = field ? [...(field.code ? [field.code] : []), ...(rest.length > 0 ? codesAlong(field, rest) : [])] : []
  return [...here, ...(guarded.forms ?? []).flatMap((form) => codesAlong(form, [name, ...rest]))]
}

/** The codes that fields of an endpoint need; each must be among its `also`. */
export function codesNeeded({ body, output }: Endpoint): PermissionCode[] {
  const all = [guardOf(body, 'input'), guardOf(output, 'output')].flatMap((one) => (one ? [...allWithin(one)] : []))
  return [...new Set(all.flatMap(({ code }) => code ?? []))]
}

/** By resource, the names of its guarded fields and what each needs. */
export type GuardedNames = ReadonlyMap<string, ReadonlyMap<string, PermissionCode>>

/** Of these endpoints, by the resource of their permission code. */
export function guardedNames(endpoints: readonly Endpoint[]): GuardedNames {
  const found = new Map<string, Map<string, PermissionCode>>()
  for (const { access, also, body, output } of endpoints) {
    if (!also || access.kind !== 'permission') continue
    const resource = access.code.split('.')[1] ?? ''
    for (const guarded of [guardOf(body, 'input'), guardOf(output, 'output')]) {
      for (const { fields } of guarded ? allWithin(guarded) : []) {
        for (const [name, { code }] of fields ?? []) {
          if (code) found.set(resource, (found.get(resource) ?? new Map<string, PermissionCode>()).set(name, code))
        }
      }
    }
  }
  return found
}

/**
 * A row of the operation log as this caller may see it. The row keeps what was changed, guarded fields included; here
 * every field of that name, however deep, is left out of `before`, `after` and `params` for those who lack its code.
 */
export function shownOperation<Row extends { module: string; before: unknown; after: unknown; params: unknown }>(
  row: Row,
  caller: Caller,
  names: GuardedNames,
): Row {
  const guarded = names.get(row.module)
  if (!guarded) return row
  const hidden = new Set([...guarded].flatMap(([name, code]) => (lacks(caller, code) ? [name] : [])))
  const shown = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shown)
    if (typeof value !== 'object' || value === null) return value
    const kept = Object.entries(value).filter(([name]) => !hidden.has(name))
    return Object.fromEntries(kept.map(([name, member]) => [name, shown(member)]))
  }
  return { ...row, before: shown(row.before), after: shown(row.after), params: shown(row.params) }
}
