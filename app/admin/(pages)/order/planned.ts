/* The query string with which the dialog for several refunds passes on its contents. */

export const amountName = (id: number) => `amount.${id}`

/** For the reason why an action leaves out the order. */
export const refusalName = (id: number) => `refusal.${id}`

/** In fen, from `AskRefund`; undefined: the action leaves out the order. */
export function amountIn(entered: string, id: number): number | undefined {
  const amount = new URLSearchParams(entered).get(amountName(id))
  return amount === null ? undefined : Number(amount)
}
