/** The pieces of a line of an order. */
export interface Counts {
  /** How many were bought. */
  count: number
  shipped_count: number
  /** Those that were refunded before they were shipped. */
  kept_count: number
}

/** Pieces in a cell of a spreadsheet. */
export const goodsOf = (pieces: readonly { name: string; spec_text: string; count: number }[]): string =>
  pieces.map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter(Boolean).join(' ')).join('; ')

/** How many pieces of a line are left to ship: not those of refunds, also while the provider works on them. */
export const leftOf = ({ count, shipped_count, kept_count }: Counts) => count - shipped_count - kept_count
