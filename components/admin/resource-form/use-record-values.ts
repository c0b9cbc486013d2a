'use client'

import { useState } from 'react'
import type { z } from 'zod'
import { type OwnOrigins, withStoredAddresses } from '@/lib/kit/html/rules'
import type { Identified, ResourceFormOptions } from './declaration'
import { remainingErrors, shownFields, visibleValue } from './faults'
import { emptyValue, type FieldShape, isEqual, sentValue, shapeOf } from './schema-fields'

/** Shortens the URLs of own files in HTML as they are stored: else, unchanged texts would look changed. */
const storedValue = ({ kind }: FieldShape, value: unknown, origins: OwnOrigins): unknown =>
  kind === 'html' && typeof value === 'string' ? withStoredAddresses(value, origins) : value

export type Values = Readonly<Record<string, unknown>>
export type Errors = Readonly<Record<string, string>>

interface State<Entity> {
  /** As last read; undefined for a new record. */
  base: Entity | undefined
  /** For a new record, the initial values. Values that differ are unsaved. */
  stored: Values
  values: Values
  /** By field path. */
  errors: Errors
}

/** `origins`: of the shop's pictures in texts. */
export function useRecordValues<Entity extends Identified, C extends z.ZodObject, U extends z.ZodObject>(
  options: ResourceFormOptions<Entity, C, U>,
  origins: OwnOrigins,
) {
  const { record, create, update } = options
  const schema: z.ZodObject | undefined = record ? update?.schema : create?.schema
  const shapes: FieldShape['fields'] = Object.fromEntries(
    options.fields.flatMap(({ name }) => {
      const found = schema?.shape[name]
      return found ? [[name, shapeOf(found)]] : []
    }),
  )
  const initial: Values = create?.initialValues ?? {}
  /** undefined: a new record. */
  const fieldsOf = (row: Entity | undefined): Values => {
    const all: Values = { ...row, ...(row && options.valuesOf?.(row)) }
    return Object.fromEntries(
      Object.entries(shapes).map(([name, shape]) => [
        name,
        row ? storedValue(shape, all[name], origins) : (initial[name] ?? emptyValue(shape)),
      ]),
    )
  }
  const initialState = (row: Entity | undefined): State<Entity> => {
    const stored = fieldsOf(row)
    return { base: row, stored, values: stored, errors: {} }
  }

  const [state, set] = useState(() => initialState(record))
  const [previous, setPrevious] = useState(record)
  const { base, stored, values, errors } = state
  /** By another user. */
  const changedIn = (row: Entity): string[] => {
    const theirs = fieldsOf(row)
    return Object.keys(shapes).filter((name) => !isEqual(theirs[name], stored[name]))
  }
  /** Ignores names that the form does not have. */
  const differing = (given: Values): Values =>
    Object.fromEntries(Object.entries(given).filter(([name, value]) => name in shapes && !isEqual(stored[name], value)))
  const changed = differing(values)
  const isDirty = Object.keys(changed).length > 0
  // A record that was read again; while there are unsaved changes, only if no other user has changed it.
  if (record !== previous) {
    setPrevious(record)
    if (record && (!isDirty || record.version === base?.version)) {
      const read = initialState(record)
      set((now) => ({ ...read, values: { ...read.values, ...changed }, errors: isDirty ? now.errors : {} }))
    }
  }
  // The initial values of a command follow its record, which may be read again. Changed values stay.
  const beginning = record ? undefined : fieldsOf(undefined)
  const [followed, setFollowed] = useState(beginning)
  if (beginning && !isEqual(beginning, followed)) {
    setFollowed(beginning)
    set((now) => ({ ...now, stored: beginning, values: { ...beginning, ...changed } }))
  }
  const fields = shownFields(options.fields, shapes, values)

  return {
    base,
    values,
    errors,
    isDirty,
    /** Current values. */
    changed,
    differing,
    fields,
    fieldsOf,
    change: (some: Values) =>
      set((now) => {
        const next = { ...now.values, ...some }
        return { ...now, values: next, errors: remainingErrors(now.errors, now.values, next) }
      }),
    setErrors: (next: Errors) => set((now) => ({ ...now, errors: next })),
    changedIn,
    /** Discards all changes in the form. */
    reset: (row: Entity) => set(initialState(row)),
    /** Keeps unsaved changes, except of the fields `yielded`. Returns the merged values. */
    rebase: (row: Entity, yielded: readonly string[] = []): Values => {
      const read = initialState(row)
      const kept = Object.entries(changed).filter(([name]) => !yielded.includes(name))
      const merged = { ...read.values, ...Object.fromEntries(kept) }
      set((now) => ({ ...read, values: merged, errors: now.errors }))
      return merged
    },
    markSaved: () => set((now) => ({ ...now, stored: now.values })),
    /** Input after sending stays unsaved. */
    markSent: (sent: Values, version = base?.version) =>
      set((now) => ({ ...now, stored: sent, base: now.base && { ...now.base, version } })),
    /** Of the changed fields but `yielded`; of a new record, all fields. Hidden fields are sent empty. */
    changedValues: (yielded: readonly string[] = []): Values => {
      const visible = new Map(fields.map(({ field }) => [field.name, visibleValue(field, values[field.name])]))
      return Object.fromEntries(
        Object.entries(shapes)
          .map(([name, shape]) => ({ name, shape, value: visible.get(name) ?? null }))
          .filter(({ name, value }) => !base || !(yielded.includes(name) || isEqual(stored[name], value)))
          .map(({ name, shape, value }) => [name, sentValue(shape, value, !base)])
          .filter(([, value]) => value !== undefined || !base),
      )
    },
  }
}
