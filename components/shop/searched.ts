/* What was searched for in this browser, to be offered again. */

const name = 'searched'
const most = 8

/** The last one first; empty where the browser keeps nothing. */
export function readSearched(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Puts this one first, and forgets the oldest of more than eight. */
export function rememberSearched(q: string): void {
  try {
    const others = readSearched().filter((one) => one !== q)
    localStorage.setItem(name, JSON.stringify([q, ...others].slice(0, most)))
  } catch {
    // Without storage nothing is offered again.
  }
}

export function forgetSearched(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was kept.
  }
}
