const keyOf = (path: string) => `list ${path}`

/**
 * Stores the filters, sorting and page number of a list for this browser tab. `query`: the query string without the
 * question mark.
 */
export function noteList(path: string, query: string): void {
  try {
    sessionStorage.setItem(keyOf(path), query)
  } catch {
    // Without storage, the link leads to the whole list.
  }
}

/** Returns the URL of a list as the user last left it in this browser tab; `path` if nothing is stored. */
export function addressOfLeft(path: string): string {
  try {
    const query = sessionStorage.getItem(keyOf(path))
    return query ? `${path}?${query}` : path
  } catch {
    return path
  }
}
