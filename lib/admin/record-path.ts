/** Records that are shown on the page of another kind. */
const shownAt: Record<string, string> = { dict_type: 'dict' }

/** Records that have a page each; others open in a drawer over their list. */
const ownPages = new Set(['group'])

/** The page of the admin that lists these records. */
export const listPath = (resource: string) => `/admin/${shownAt[resource] ?? resource}`

/** Where one of them is shown. */
export const recordPath = (resource: string, id: string | number) =>
  ownPages.has(resource) ? `${listPath(resource)}/${id}` : `${listPath(resource)}?${resource}=${id}`
