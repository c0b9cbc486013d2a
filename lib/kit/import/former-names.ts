/** By code, so that older files can still be read. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  market_price_yuan: ['Market price (yuan)', '市场价（元）'],
  enabled: ['Enabled'],
  pieces: ['Pieces'],
  shipped: ['Pieces shipped'],
  refunded: ['Pieces refunded'],
  count: ['Pieces to ship'],
  remark: ['买家留言'],
}

export const formerNamesOf = (column: string): readonly string[] => formerNames[column] ?? []
