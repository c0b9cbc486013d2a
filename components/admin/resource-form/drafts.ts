import { z } from 'zod'
import type { Values } from './use-record-values'

/* Forms also work if the storage is full or disabled. */

const Stored = z.object({ at: z.iso.datetime(), values: z.record(z.string(), z.unknown()) })

export interface Draft {
  /** ISO 8601. */
  at: string
  /** Of changed fields only. */
  values: Values
  /** Of the record; 0 for a new one. */
  version: number
}

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

/** `form` is `<user id>/<resource>/<record id or new>`. */
export function dropDrafts(form: string): void {
  for (const key of keysBelow(`${prefix}${form}/`)) localStorage.removeItem(key)
}

/** Replaces other drafts of the form. `version`: of the record; 0 for a new one. */
export function keepDraft(form: string, version: number, values: Values): void {
  dropDrafts(form)
  try {
    localStorage.setItem(`${prefix}${form}/${version}`, JSON.stringify({ at: new Date().toISOString(), values }))
  } catch {
    // The storage is full or disabled.
  }
}

/** Also deletes old and unreadable drafts of all forms. */
export function draftOf(form: string): Draft | undefined {
  for (const key of keysBelow(prefix)) if (!parsed(key)) localStorage.removeItem(key)
  const [key] = keysBelow(`${prefix}${form}/`)
  return key === undefined ? undefined : parsed(key)
}
