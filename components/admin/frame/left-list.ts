const keyOf = (path: string) => `list ${path}`

/** For this browser tab. `query` has no question mark. */
export function noteList(path: string, query: string): void {
  try {
    sessionStorage.setItem(keyOf(path), query)
  } catch {
    // Without storage, the link leads to the whole list.
  }
}

/** `path` if nothing is stored in this browser tab. */
export function addressOfLeft(path: string): string {
  try {
    const query = sessionStorage.getItem(keyOf(path))
    return query ? `${path}?${query}` : path
  } catch {
    return path
  }
}
