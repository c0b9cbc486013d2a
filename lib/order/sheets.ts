/** The most packing lists that are printed at once. */
export const maxSheets = 50

/** The page that prints the packing lists of these orders. */
export const printPath = (orders: readonly { id: number }[]) => `/admin/order/print?ids=${orders.map(({ id }) => id)}`
