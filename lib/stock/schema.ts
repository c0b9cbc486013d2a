import { z } from 'zod'
import { adjustmentReasons } from '@/db/enums'
import { id, line } from '@/lib/kit/api/endpoint/fields'
import { ProblemDocument } from '@/lib/kit/api/endpoint/problem-document'
import { type OfSku, skuChoice } from './sku-choice'

/** In pieces. */
export const maxStock = 1_000_000_000

const balance = z.int().meta({ description: 'The stock after the change' })
const present = z.int().min(0).max(maxStock)

/** With the pieces of unpaid orders, which have left the stock but not the warehouse. */
export const isWholeCount = ({ counted, expected }: { counted?: number | undefined; expected?: number | undefined }) =>
  counted !== undefined && expected === undefined

export const StockAdjustment = z
  .strictObject({
    reason: z.enum(adjustmentReasons),
    note: line(0, 200).default(''),
    each: z.boolean().optional().meta({
      description:
        'true: a line with an unknown SKU, another stock than expected, or too few pieces has a problem; the others are adjusted',
    }),
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
            counted: present.optional().meta({
              description:
                'Instead of delta: with expected the new stock; alone all pieces that are not paid, from which those in unpaid orders are taken off',
            }),
            expected: present
              .optional()
              .meta({ description: 'With counted: the stock that was shown; refused if it is another now' }),
          })
          .refine((item) => (item.delta === undefined) !== (item.counted === undefined), {
            error: 'Send either delta or counted.',
            params: { code: 'ambiguous' },
            path: ['delta'],
          })
          .refine((item) => item.counted !== undefined || item.expected === undefined, {
            error: 'Only a count has an expected stock.',
            params: { code: 'not_allowed' },
            path: ['expected'],
          })
          .meta({
            oneOf: [
              { required: ['sku_id', 'delta'] },
              { required: ['sku_id', 'counted'] },
              { required: ['sku_no', 'delta'] },
              { required: ['sku_no', 'counted'] },
            ],
          }),
      )
      .min(1)
      .max(200),
  })
  .refine(({ reason, items }) => reason === 'counted' || !items.some(isWholeCount), {
    error: 'A count alone has the reason counted.',
    params: { code: 'not_allowed' },
    path: ['reason'],
  })

type Given = z.output<typeof StockAdjustment>
export type Adjustment = Omit<Given, 'items'> & { items: OfSku<Given['items'][number]>[] }

export const AdjustedStock = z.array(
  z.object({
    sku_id: id.nullable().meta({ description: 'null: with each, an unknown sku_no' }),
    sku_no: z.string().optional().meta({ description: 'As it was sent' }),
    balance: balance.nullable().meta({ description: 'The stock after the change; null: unknown SKU' }),
    problem: ProblemDocument.optional().meta({ description: 'With each: why the stock stays as it is' }),
  }),
)
/** As the audit log stores it. */
export const LoggedAdjustment = z.object({
  reason: z.enum(adjustmentReasons),
  note: z.string(),
  items: z.array(z.object({ sku_id: id, delta: z.int(), balance })),
})
