export interface Recent {
  path: string
  /** `label`: of a record; `source`: the path of its list. Undefined for a page. */
  label?: string
  source?: string
}

/** Stored entries. */
const most = 8

const keyOf = (user_id: number) => `recent/${user_id}`

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'

/** Latest first. Empty if the storage is disabled or unreadable. */
export function readRecents(user_id: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

export function addRecent(user_id: number, recent: Recent): void {
  try {
    const others = readRecents(user_id).filter(({ path }) => path !== recent.path)
    localStorage.setItem(keyOf(user_id), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {
    // The storage is full or disabled.
  }
}
