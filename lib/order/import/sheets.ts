/** Packing lists printed at once. */
export const maxSheets = 50

/** Orders that one action refunds, cancels or adds a note to. */
export const maxTogether = 100

export const printPath = (orders: readonly { id: number }[]) => `/admin/order/print?ids=${orders.map(({ id }) => id)}`
