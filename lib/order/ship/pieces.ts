export interface Counts {
  count: number
  shipped_count: number
  /** Not shipped when a refund of these pieces was opened, also while the refund is under way. */
  kept_count: number
}

/** Such as `Tea 250 g ×2; Cup ×1`, for a cell of a spreadsheet. */
export const goodsOf = (pieces: readonly { name: string; spec_text: string; count: number }[]): string =>
  pieces.map(({ name, spec_text, count }) => [name, spec_text, `×${count}`].filter(Boolean).join(' ')).join('; ')

/** Unshipped pieces of a refund are not left, even while the refund is under way. */
export const leftOf = ({ count, shipped_count, kept_count }: Counts) => count - shipped_count - kept_count
