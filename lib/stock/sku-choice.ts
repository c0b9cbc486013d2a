import { z } from 'zod'
import { id, line } from '@/lib/kit/api/endpoint/fields'

/** A line about a SKU, which `withSkuIds` finds. `safeExtend` adds its other fields; it needs a `oneOf` for both names. */
export const skuChoice = z
  .strictObject({
    sku_id: id.optional(),
    sku_no: line(1, 64).optional().meta({ description: 'Instead of sku_id' }),
  })
  .refine(({ sku_id, sku_no }) => (sku_id === undefined) !== (sku_no === undefined), {
    error: 'Give either sku_id or sku_no.',
    params: { code: 'required' },
  })

/** The `meta` of {@link skuChoice}. */
export const bySkuName = { oneOf: [{ required: ['sku_id'] }, { required: ['sku_no'] }] }

export type SkuChoice = z.output<typeof skuChoice>

/** A line whose SKU was found. */
export type OfSku<Line extends SkuChoice> = Omit<Line, keyof SkuChoice> & { sku_id: number }
