import type { z } from 'zod'
import type { AdjustedStock, StockAdjustment } from './schema'

export const adjustment = {
  reason: 'received',
  note: '春茶到货',
  items: [
    { sku_id: 1, delta: 24 },
    { sku_id: 2, counted: 80, expected: 84 },
  ],
} satisfies z.input<typeof StockAdjustment>

export const adjusted = [
  { sku_id: 1, balance: 150 },
  { sku_id: 2, balance: 80 },
] satisfies z.input<typeof AdjustedStock>
