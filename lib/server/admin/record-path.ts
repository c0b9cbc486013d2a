/** Resources without a page of their own name, with the one whose page shows them. */
const pageOverrides: Record<string, string> = { dict_type: 'dict', file_folder: 'file' }

const resourcesWithPages = new Set(['after_sale', 'group', 'invoice', 'order', 'product'])

/** Other records open in a drawer on the list. */
export const hasPage = (resource: string) => resourcesWithPages.has(resource)

export const listPath = (resource: string) => `/admin/${pageOverrides[resource] ?? resource}`

/** With its query. */
export const recordPath = (resource: string, id: string | number) =>
  hasPage(resource) ? `${listPath(resource)}/${id}` : `${listPath(resource)}?${resource}=${id}`

export const ordersWith = (goods: { product_id: number }) => `${listPath('order')}?product_id=${goods.product_id}`
