/* Safe in the browser. */

/** In the sequence of an export. */
export const productColumns = [
  'product_id',
  'product_key',
  'sku_id',
  'sku_no',
  'name',
  'category',
  'images',
  'spec_1',
  'value_1',
  'spec_2',
  'value_2',
  'spec_3',
  'value_3',
  'price_yuan',
  'market_price_yuan',
  'cost_yuan',
  'weight_g',
  'barcode',
  'enabled',
  'status',
  'stock',
  'stock_delta',
  'stock_counted',
  'stock_expected',
] as const
export type ProductColumn = (typeof productColumns)[number]

/** Only in files of users. */
const absent: readonly ProductColumn[] = ['product_key', 'stock_counted', 'stock_expected']
export const exportColumns = productColumns.filter((column) => !absent.includes(column))

/** Message keys and dictionaries. */
export const productWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'product_status' },
} as const

/** To read and to set them. */
export const guardedColumns = { cost_yuan: 'cms.product.cost' } as const

export const specColumns = [
  { spec: 'spec_1', value: 'value_1' },
  { spec: 'spec_2', value: 'value_2' },
  { spec: 'spec_3', value: 'value_3' },
] as const
