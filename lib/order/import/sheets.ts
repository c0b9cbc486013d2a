/** The largest number of packing lists that are printed at once. */
export const maxSheets = 50

/** The largest number of orders that one action of staff refunds, cancels or adds a note to. */
export const maxTogether = 100

/** Returns the path of the page that prints the packing lists of these orders. */
export const printPath = (orders: readonly { id: number }[]) => `/admin/order/print?ids=${orders.map(({ id }) => id)}`
