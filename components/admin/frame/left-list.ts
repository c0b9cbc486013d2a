const keyOf = (path: string) => `list ${path}`

/** Notes how a list is looked at in this tab: its query, without the question mark. */
export function noteList(path: string, query: string): void {
  try {
    sessionStorage.setItem(keyOf(path), query)
  } catch {
    // Without storage, the way back leads to the whole list.
  }
}

/** The address of a list as it was left in this tab. */
export function addressOfLeft(path: string): string {
  try {
    const query = sessionStorage.getItem(keyOf(path))
    return query ? `${path}?${query}` : path
  } catch {
    return path
  }
}
