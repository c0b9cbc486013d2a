const keyOf = (path: string) => `list ${path}`

/** Stores the state of a list in this tab: its query, without the question mark. */
export function noteList(path: string, query: string): void {
  try {
    sessionStorage.setItem(keyOf(path), query)
  } catch {
    // Without storage, the link leads to the whole list.
  }
}

/** The last address of a list in this tab. */
export function addressOfLeft(path: string): string {
  try {
    const query = sessionStorage.getItem(keyOf(path))
    return query ? `${path}?${query}` : path
  } catch {
    return path
  }
}
