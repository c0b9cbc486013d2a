import { z } from 'zod'
import type { Fields } from '@/db/schema/log'
import { type Caller, holds, missingPermission } from './caller'
import type { Endpoint, PermissionCode } from './endpoint'

/*
 * Fields that only some callers can see and set: `.meta({ needs: 'cms.product.cost' })`. Checked only if the endpoint
 * lists the code in `additional_permissions`.
 */

declare module 'zod' {
  interface GlobalMeta {
    /** Required to see or set this field. */
    needs?: PermissionCode
  }
}

/** The fields with `needs`, at any depth. */
interface Guarded {
  /** For the whole field; absent: only parts of the field need a permission. */
  code?: PermissionCode
  fields?: Map<string, Guarded>
  /** Parts of each member of an array or a record. */
  members?: Guarded
  /** Options of a union, both sides of an intersection, or the wrapped schema. */
  forms?: Guarded[]
}

type Direction = 'input' | 'output'

function guardedOf(schema: z.core.$ZodType, direction: Direction, visited: Map<z.core.$ZodType, Guarded>): Guarded {
  const existing = visited.get(schema)
  if (existing) return existing
  const guarded: Guarded = {}
  visited.set(schema, guarded)
  const inner = (child: z.core.$ZodType) => guardedOf(child, direction, visited)
  const code = z.globalRegistry.get(schema)?.needs
  if (code) guarded.code = code
  else if (schema instanceof z.ZodObject) guarded.fields = fieldsOf(schema, direction, inner)
  else if (schema instanceof z.ZodArray) guarded.members = inner(schema.element)
  else if (schema instanceof z.ZodRecord) guarded.members = inner(schema.valueType)
  else if (schema instanceof z.ZodUnion) guarded.forms = schema.options.map(inner)
  else if (schema instanceof z.ZodIntersection) guarded.forms = [inner(schema.def.left), inner(schema.def.right)]
  else if (schema instanceof z.ZodLazy) guarded.forms = [inner(schema.unwrap())]
  else if (schema instanceof z.ZodPipe) guarded.forms = [inner(sideOf(schema, direction))]
  else if ('innerType' in schema._zod.def && schema._zod.def.innerType instanceof z.ZodType)
    guarded.forms = [inner(schema._zod.def.innerType)]
  // A guarded member or option guards the whole field.
  if (guarded.members?.code) guarded.code = guarded.members.code
  if (guarded.forms?.length === 1 && guarded.forms[0]?.code) guarded.code = guarded.forms[0].code
  return guarded
}

/** Throws if a field of an output needs a permission but is not optional. */
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

/** If the side is a transform, the other side describes the value. */
function sideOf({ def }: z.ZodPipe, direction: Direction): z.core.$ZodType {
  const [side, other] = direction === 'input' ? [def.in, def.out] : [def.out, def.in]
  return side instanceof z.ZodTransform ? other : side
}

function* allWithin(guarded: Guarded, seen = new Set<Guarded>()): Generator<Guarded> {
  if (seen.has(guarded)) return
  seen.add(guarded)
  yield guarded
  const { fields, members, forms = [] } = guarded
  for (const child of [...(fields?.values() ?? []), ...(members ? [members] : []), ...forms])
    yield* allWithin(child, seen)
}

const compiled = {
  input: new WeakMap<z.core.$ZodType, Guarded | null>(),
  output: new WeakMap<z.core.$ZodType, Guarded | null>(),
}

/** Computed once per schema. */
function guardOf(schema: z.core.$ZodType | undefined, direction: Direction): Guarded | null {
  if (!schema) return null
  const cached = compiled[direction].get(schema)
  if (cached !== undefined) return cached
  const guarded = guardedOf(schema, direction, new Map())
  const result = [...allWithin(guarded)].some(({ code }) => code) ? guarded : null
  compiled[direction].set(schema, result)
  return result
}

const lacks = (caller: Caller | undefined, code: PermissionCode) => !caller || !holds(caller, code)

/** 403 for the first field of an unparsed body that the caller may not set. */
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

/** Changes a parsed output in place. */
export function conceal({ output: schema, shown_to }: Endpoint, output: unknown, caller: Caller | undefined): void {
  if (shown_to && lacks(caller, shown_to) && typeof output === 'object' && output !== null) concealRecord(output)
  const guarded = guardOf(schema, 'output')
  if (guarded) concealIn(guarded, output, caller)
}

/** For a caller who may change a record but not read it. */
export const Written = z
  .object({ id: z.int(), version: z.int().optional() })
  .meta({ id: 'Written', description: 'The answer to callers without the permission to list these records' })

/** Changes `output` in place. */
function concealRecord(output: object): void {
  for (const name of Object.keys(output)) if (!Object.hasOwn(Written.shape, name)) Reflect.deleteProperty(output, name)
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

/** Such as `cost` or `user.mobile`. */
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

/** The endpoint must list each of these codes in `additional_permissions`. */
export function codesNeeded({ body, output }: Endpoint): PermissionCode[] {
  const all = [guardOf(body, 'input'), guardOf(output, 'output')].flatMap((guarded) =>
    guarded ? [...allWithin(guarded)] : [],
  )
  return [...new Set(all.flatMap(({ code }) => code ?? []))]
}

/** By resource, with the required permission code. */
export type GuardedNames = ReadonlyMap<string, ReadonlyMap<string, PermissionCode>>

/** Reads answers of endpoints with `additional_permissions`. By the resource in the endpoint's permission code. */
export function guardedNames(endpoints: readonly Endpoint[]): GuardedNames {
  const names = new Map<string, Map<string, PermissionCode>>()
  for (const { access, additional_permissions, output } of endpoints) {
    if (!additional_permissions || access.kind !== 'permission') continue
    const resource = access.code.split('.')[1] ?? ''
    const guarded = guardOf(output, 'output')
    for (const { fields } of guarded ? allWithin(guarded) : []) {
      for (const [name, { code }] of fields ?? []) {
        if (code) names.set(resource, (names.get(resource) ?? new Map<string, PermissionCode>()).set(name, code))
      }
    }
  }
  return names
}

/** Removes fields with a guarded name, at any depth, from `before`, `after` and `params`. The stored row has all. */
export function shownOperation<Row extends Record<'before' | 'after' | 'params', Fields | null> & { module: string }>(
  row: Row,
  caller: Caller,
  names: GuardedNames,
): Row {
  const guarded = names.get(row.module)
  if (!guarded) return row
  const hidden = new Set([...guarded].flatMap(([name, code]) => (lacks(caller, code) ? [name] : [])))
  const redact = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(redact)
    return typeof value === 'object' && value !== null ? visibleIn({ ...value }) : value
  }
  const visibleIn = (fields: Fields): Fields => {
    const visible = Object.entries(fields).filter(([name]) => !hidden.has(name))
    return Object.fromEntries(visible.map(([name, member]) => [name, redact(member)]))
  }
  const { before, after, params } = row
  return {
    ...row,
    before: before && visibleIn(before),
    after: after && visibleIn(after),
    params: params && visibleIn(params),
  }
}
