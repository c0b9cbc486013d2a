import { stringify } from 'csv-stringify/sync'
import { type ProductColumn, productColumns } from './columns'

/** For existing products, or rarely used. */
const ofExisting: readonly ProductColumn[] = [
  'product_id',
  'product_key',
  'sku_id',
  'spec_3',
  'value_3',
  'cost_yuan',
  'stock_delta',
  'stock_counted',
  'stock_expected',
]

interface Sample {
  name: string
  /** The whole path. */
  category: string
  spec: string
  values: readonly [string, string]
  /** Translated `draft`. */
  status: string
  /** Translated `true`. */
  enabled: string
}

/** CSV with two sample lines of a new product. `names`: the translated headers by column. */
export function productTemplate(names: Readonly<Record<string, string>>, sample: Sample): string {
  const columns = productColumns.filter((column) => !ofExisting.includes(column))
  const lines = sample.values.map(
    (value, at): Partial<Record<ProductColumn, string>> => ({
      name: sample.name,
      category: sample.category,
      spec_1: sample.spec,
      value_1: value,
      price_yuan: at === 0 ? '58.00' : '108.00',
      status: sample.status,
      enabled: sample.enabled,
      stock: '20',
    }),
  )
  const rows = lines.map((line) => columns.map((column) => line[column] ?? ''))
  return `\ufeff${stringify([columns.map((column) => names[column] ?? column), ...rows], { record_delimiter: 'windows' })}`
}
