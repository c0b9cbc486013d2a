/** Fields of parts of a record, such as the lines of an order, that follow from other fields. */
export const impliedFields: ReadonlySet<string> = new Set([
  ...['product_id', 'sku_id', 'order_item_id', 'open_case_id', 'value_ids', 'own', 'settles', 'total', 'kept_count'],
  ...['stock_level', 'low_stock', 'own_low_stock', 'order_state', 'target_state'],
])
