/** Resources that are shown on the page of another resource. */
const pageOverrides: Record<string, string> = { dict_type: 'dict', file_folder: 'file' }

/** Resources whose records have a page. The records of other resources open in a drawer on the list. */
const resourcesWithPages = new Set(['after_sale', 'group', 'invoice', 'order', 'product'])

/** The path of the admin page that lists this resource. */
export const listPath = (resource: string) => `/admin/${pageOverrides[resource] ?? resource}`

/** The path, with query, that opens one record. */
export const recordPath = (resource: string, id: string | number) =>
  resourcesWithPages.has(resource) ? `${listPath(resource)}/${id}` : `${listPath(resource)}?${resource}=${id}`

/** The path of the orders with these goods. */
export const ordersWith = (goods: { product_id: number }) => `${listPath('order')}?product_id=${goods.product_id}`
