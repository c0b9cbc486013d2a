import { z } from 'zod'
import { importRowPageOf, lineChange } from '@/lib/kit/import/schema'
import { guardedColumns, type ProductColumn } from './columns'

const change = lineChange.optional()

const ProductLineChanges = z
  .object({
    sku_no: change,
    name: change,
    category: change,
    images: change,
    spec_1: change,
    value_1: change,
    spec_2: change,
    value_2: change,
    spec_3: change,
    value_3: change,
    price_yuan: change,
    market_price_yuan: change,
    cost_yuan: change.meta({ needs: guardedColumns.cost_yuan }),
    weight_g: change,
    barcode: change,
    enabled: change,
    status: change,
    stock_delta: change,
    stock_counted: change,
  } satisfies Partial<Record<ProductColumn, unknown>>)
  .meta({ id: 'ProductLineChanges' })

export const ProductImportRowPage = importRowPageOf(ProductLineChanges)
