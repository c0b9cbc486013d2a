/**
 * The resource whose admin page shows the records, by the resource of the records. Only for resources without a page of
 * their own name.
 */
const pageOverrides: Record<string, string> = { dict_type: 'dict', file_folder: 'file' }

/** Resources whose records have a page. The records of other resources open in a drawer on the list. */
const resourcesWithPages = new Set(['after_sale', 'group', 'invoice', 'order', 'product'])

/** Returns the path of the admin page that lists this resource. */
export const listPath = (resource: string) => `/admin/${pageOverrides[resource] ?? resource}`

/** Returns the path, with query, that opens one record in the admin. */
export const recordPath = (resource: string, id: string | number) =>
  resourcesWithPages.has(resource) ? `${listPath(resource)}/${id}` : `${listPath(resource)}?${resource}=${id}`

/** Returns the path of the admin page that lists the orders with this product. */
export const ordersWith = (goods: { product_id: number }) => `${listPath('order')}?product_id=${goods.product_id}`
