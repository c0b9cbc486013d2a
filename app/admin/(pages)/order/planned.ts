/* The query string with which the dialog for several refunds passes on what it has shown. */

/** The name of the query parameter with the refund of an order. */
export const amountName = (id: number) => `amount.${id}`

/** The name of the query parameter with the reason why an action leaves out an order. */
export const refusalName = (id: number) => `refusal.${id}`

/**
 * Returns the refund of an order in fen, from the query string of `AskRefund`; undefined: the action leaves out the
 * order.
 */
export function amountIn(entered: string, id: number): number | undefined {
  const amount = new URLSearchParams(entered).get(amountName(id))
  return amount === null ? undefined : Number(amount)
}
