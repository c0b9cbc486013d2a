/** A recently opened page of the menu, or a recently opened record. */
export interface Recent {
  path: string
  /** `label`: the name of a record. `source`: the path of the record's list. Both are undefined for a page. */
  label?: string
  source?: string
}

/** The maximum number of stored entries. */
const most = 8

const keyOf = (user_id: number) => `recent/${user_id}`

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'

/** The recently opened pages and records, latest first. Empty if the storage is disabled or unreadable. */
export function readRecents(user_id: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

/**
 * Stores an entry as the latest entry, and removes a stored entry with the same path. Does nothing if the storage is
 * full or disabled.
 */
export function addRecent(user_id: number, recent: Recent): void {
  try {
    const others = readRecents(user_id).filter(({ path }) => path !== recent.path)
    localStorage.setItem(keyOf(user_id), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {
    // The storage is full or disabled.
  }
}
