import { z } from 'zod'
import type { Values } from './use-record-values'

/*
 * What was typed into a form and not saved, kept in this browser. Storage may be full or switched off: then nothing is
 * kept, and the form works without it.
 */

const Stored = z.object({ at: z.iso.datetime(), values: z.record(z.string(), z.unknown()) })

export interface Draft {
  /** When it was kept, in ISO 8601. */
  at: string
  /** The changed fields only. */
  values: Values
  /** The version of the record that was changed; 0 for a new one. */
  version: number
}

/** Days after which a draft is dropped. */
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

/** Drops the drafts of this form, of every version. `form` is `<user id>/<resource>/<record id or new>`. */
export function dropDrafts(form: string): void {
  for (const key of keysBelow(`${prefix}${form}/`)) localStorage.removeItem(key)
}

/** Keeps a draft of this version, in place of all others of this form. */
export function keepDraft(form: string, version: number, values: Values): void {
  dropDrafts(form)
  try {
    localStorage.setItem(`${prefix}${form}/${version}`, JSON.stringify({ at: new Date().toISOString(), values }))
  } catch {
    // The storage is full or switched off.
  }
}

/** The draft of this form, if there is one. Drops those of all forms that are too old or cannot be read. */
export function draftOf(form: string): Draft | undefined {
  for (const key of keysBelow(prefix)) if (!parsed(key)) localStorage.removeItem(key)
  const [key] = keysBelow(`${prefix}${form}/`)
  return key === undefined ? undefined : parsed(key)
}
