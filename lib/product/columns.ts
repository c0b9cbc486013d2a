/*
 * The columns of products in a spreadsheet. Safe in the browser.
 */

/** Every column of an import or export, in the sequence of an export. */
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

/** The columns that only files of users can have. Exports do not contain these columns. */
const absent: readonly ProductColumn[] = ['product_key', 'stock_counted', 'stock_expected']
/** The columns of an export, without the columns that only files of users have. */
export const exportColumns = productColumns.filter((column) => !absent.includes(column))

/** The sources of the column headers and value labels of an export: message keys and dictionaries. */
export const productWords = {
  texts: 'import',
  group: 'column',
  dictionaries: { status: 'product_status' },
} as const

/** The columns that require a permission to be read and set. */
export const guardedColumns = { cost_yuan: 'cms.product.cost' } as const

export const specColumns = [
  { spec: 'spec_1', value: 'value_1' },
  { spec: 'spec_2', value: 'value_2' },
  { spec: 'spec_3', value: 'value_3' },
] as const
