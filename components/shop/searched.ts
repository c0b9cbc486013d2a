const name = 'searched'
const most = 8

/** Latest first. Empty if the browser stores nothing. */
export function readSearched(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(name) ?? '[]')
    return Array.isArray(value) ? value.filter((one) => typeof one === 'string').slice(0, most) : []
  } catch {
    return []
  }
}

/** Keeps the latest eight. */
export function rememberSearched(q: string): void {
  try {
    const others = readSearched().filter((one) => one !== q)
    localStorage.setItem(name, JSON.stringify([q, ...others].slice(0, most)))
  } catch {
    // Without storage there are no suggestions.
  }
}

export function forgetSearched(): void {
  try {
    localStorage.removeItem(name)
  } catch {
    // Nothing was stored.
  }
}
