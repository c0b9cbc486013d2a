/** The pieces of a line of an order. */
export interface Counts {
  /** Pieces that were bought. */
  count: number
  shipped_count: number
  /** Pieces that were refunded before they were shipped. */
  kept_count: number
}

/** Returns pieces as the text of a cell of a spreadsheet. */
export const goodsOf = (pieces: readonly { name: string; spec_text: string; count: number }[]): string =>
  pieces.map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter(Boolean).join(' ')).join('; ')

/** Returns the pieces of a line that are left to ship: without pieces of refunds, also of refunds under way. */
export const leftOf = ({ count, shipped_count, kept_count }: Counts) => count - shipped_count - kept_count
