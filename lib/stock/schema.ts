import { z } from 'zod'
import { adjustmentReasons } from '@/db/enums'
import { id, line } from '@/lib/kit/api/endpoint/fields'
import { type OfSku, skuChoice } from './sku-choice'

/** In pieces. */
export const maxStock = 1_000_000_000

const balance = z.int().meta({ description: 'The stock after the change' })
const present = z.int().min(0).max(maxStock)

export const StockAdjustment = z.strictObject({
  reason: z.enum(adjustmentReasons),
  note: line(0, 200).default(''),
  items: z
    .array(
      skuChoice
        .safeExtend({
          delta: z
            .int()
            .min(-maxStock)
            .max(maxStock)
            .optional()
            .meta({ description: 'Pieces to add; below zero: to take off' }),
          counted: present.optional().meta({ description: 'Instead of delta: how many pieces there are' }),
          expected: present
            .optional()
            .meta({ description: 'With counted: the stock that was shown; refused if it is another now' }),
        })
        .refine((item) => (item.delta === undefined) !== (item.counted === undefined), {
          error: 'Send either delta, or counted with expected.',
          params: { code: 'ambiguous' },
          path: ['delta'],
        })
        .refine((item) => (item.counted === undefined) === (item.expected === undefined), {
          error: 'counted and expected belong together.',
          params: { code: 'required' },
          path: ['expected'],
        })
        .meta({
          oneOf: [
            { required: ['sku_id', 'delta'] },
            { required: ['sku_id', 'counted', 'expected'] },
            { required: ['sku_no', 'delta'] },
            { required: ['sku_no', 'counted', 'expected'] },
          ],
        }),
    )
    .min(1)
    .max(200),
})

type Given = z.output<typeof StockAdjustment>
export type Adjustment = Omit<Given, 'items'> & { items: OfSku<Given['items'][number]>[] }

export const AdjustedStock = z.array(z.object({ sku_id: id, balance }))
/** As the audit log stores it. */
export const LoggedAdjustment = z.object({
  reason: z.enum(adjustmentReasons),
  note: z.string(),
  items: z.array(z.object({ sku_id: id, delta: z.int(), balance })),
})
