/* Safe in the browser. */

/** As many as the page asks for at once. */
export const maxParcels = 100

/** Prints labels again. */
export const labelsPath = (waybills: readonly { id: number }[]) =>
  `/admin/waybill/print?ids=${waybills.map(({ id }) => id)}`

/** Makes the waybills of orders, prints and ships them; without orders, those that a scanner reads. */
export const packPath = (orders: readonly { id: number }[] = []) =>
  `/admin/waybill/print${orders.length > 0 ? `?orders=${orders.map(({ id }) => id)}` : ''}`
