/** The numbers of bought, shipped and kept pieces of a line of an order. */
export interface Counts {
  /** The number of pieces that were bought. */
  count: number
  shipped_count: number
  /**
   * The number of pieces that had not been shipped when a refund of these pieces was opened. Counts the pieces even
   * while the refund is under way.
   */
  kept_count: number
}

/** Returns pieces as text for a cell of a spreadsheet, such as `Tea 250 g ×2; Cup ×1`. */
export const goodsOf = (pieces: readonly { name: string; spec_text: string; count: number }[]): string =>
  pieces.map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter(Boolean).join(' ')).join('; ')

/**
 * Returns the number of pieces of a line that are left to ship. Unshipped pieces of a refund are not left, even while
 * the refund is under way.
 */
export const leftOf = ({ count, shipped_count, kept_count }: Counts) => count - shipped_count - kept_count
