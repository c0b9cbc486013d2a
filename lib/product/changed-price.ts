/** `amount` in fen. */
export interface PriceChange {
  percent?: number | undefined
  amount?: number | undefined
}

/** In fen, rounded to 10 fen and at least 10 fen. */
export const changedPrice = (price: number, { percent = 0, amount = 0 }: PriceChange): number =>
  Math.max(10, Math.round((price * (100 + percent)) / 1_000 + amount / 10) * 10)
