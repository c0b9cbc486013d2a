/** What was opened last: a page of the menu, or a record with the page that lists it. */
export interface Recent {
  path: string
  /** Of a record: its name and the path of its page. */
  label?: string
  source?: string
}

/** How many are kept. */
const most = 8

const keyOf = (user_id: number) => `recent/${user_id}`

const isRecent = (value: unknown): value is Recent =>
  typeof value === 'object' && value !== null && 'path' in value && typeof value.path === 'string'

/** The last opened first; empty where the browser keeps nothing. */
export function readRecents(user_id: number): Recent[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(user_id)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts this one first. A storage that is full or switched off only means that nothing is offered again. */
export function addRecent(user_id: number, recent: Recent): void {
  try {
    const others = readRecents(user_id).filter(({ path }) => path !== recent.path)
    localStorage.setItem(keyOf(user_id), JSON.stringify([recent, ...others].slice(0, most)))
  } catch {
    // See above.
  }
}
