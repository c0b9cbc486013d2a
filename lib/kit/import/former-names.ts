/** By code, so that older files can still be read, and files of carriers and other tools. */
const formerNames: Readonly<Record<string, readonly string[]>> = {
  market_price_yuan: ['Market price (yuan)', '市场价（元）'],
  enabled: ['Enabled'],
  pieces: ['Pieces'],
  shipped: ['Pieces shipped'],
  refunded: ['Pieces refunded'],
  count: ['Pieces to ship'],
  remark: ['买家留言'],
  order_no: ['订单编号'],
  carrier: ['物流公司'],
  // Of the file of customers.
  user_id: ['ID'],
  customer: ['Nickname', '昵称'],
  tracking_no: ['运单号', '快递单号'],
}

export const formerNamesOf = (column: string): readonly string[] => formerNames[column] ?? []
