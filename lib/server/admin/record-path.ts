/** Resources that are shown on the page of another resource. */
const pageOverrides: Record<string, string> = { dict_type: 'dict', file_folder: 'file' }

/** Resources whose records have their own page; others open in a drawer over their list. */
const resourcesWithPages = new Set(['after_sale', 'group', 'order', 'product'])

/** The path of the admin page that lists this resource. */
export const listPath = (resource: string) => `/admin/${pageOverrides[resource] ?? resource}`

/** The path, with query, that opens one record. */
export const recordPath = (resource: string, id: string | number) =>
  resourcesWithPages.has(resource) ? `${listPath(resource)}/${id}` : `${listPath(resource)}?${resource}=${id}`
