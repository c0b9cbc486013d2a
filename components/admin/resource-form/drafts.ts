import { z } from 'zod'
import type { Values } from './use-record-values'

/* Unsaved input of forms, stored in this browser. Forms also work if the storage is full or disabled. */

const Stored = z.object({ at: z.iso.datetime(), values: z.record(z.string(), z.unknown()) })

export interface Draft {
  /** The time at which the draft was stored, in ISO 8601. */
  at: string
  /** The values of the changed fields only. */
  values: Values
  /** The version of the record to which the draft belongs; 0 for a new record. */
  version: number
}

/** The number of days after which a draft is deleted. */
const maxDays = 30
const prefix = 'draft/'

function parsed(key: string): Draft | undefined {
  try {
    const { at, values } = Stored.parse(JSON.parse(localStorage.getItem(key) ?? ''))
    const isOld = Date.now() - Date.parse(at) > maxDays * 24 * 60 * 60 * 1_000
    return isOld ? undefined : { at, values, version: Number(key.slice(key.lastIndexOf('/') + 1)) }
  } catch {
    return undefined
  }
}

function keysBelow(path: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(path))
  } catch {
    return []
  }
}

/**
 * Deletes the drafts of a form, for all versions of the record. `form` is `<user id>/<resource>/<record id or new>`.
 */
export function dropDrafts(form: string): void {
  for (const key of keysBelow(`${prefix}${form}/`)) localStorage.removeItem(key)
}

/**
 * Stores the draft of a form and deletes the form's other drafts. Stores nothing if the storage is full or disabled.
 * `version`: the version of the changed record; 0 for a new record.
 */
export function keepDraft(form: string, version: number, values: Values): void {
  dropDrafts(form)
  try {
    localStorage.setItem(`${prefix}${form}/${version}`, JSON.stringify({ at: new Date().toISOString(), values }))
  } catch {
    // The storage is full or disabled.
  }
}

/** Reads the draft of a form; undefined: none. Also deletes old and unreadable drafts of all forms. */
export function draftOf(form: string): Draft | undefined {
  for (const key of keysBelow(prefix)) if (!parsed(key)) localStorage.removeItem(key)
  const [key] = keysBelow(`${prefix}${form}/`)
  return key === undefined ? undefined : parsed(key)
}
