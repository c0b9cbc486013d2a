import { z } from 'zod'
import { fileUrl, id, idsUpTo, moment, money } from '@/lib/kit/api/endpoint/fields'

/** Pieces in a line, also of an order. */
export const maxCount = 999
export const maxLines = 100

/** The most severe first. */
export const lineProblems = ['withdrawn', 'off_sale', 'short'] as const

export const CartLine = z
  .object({
    sku_id: id,
    product_id: id,
    count: z.int().min(1).max(maxCount),
    checked: z.boolean().meta({ description: 'Whether it is chosen for the next order' }),
    name: z.string().meta({ description: 'The name of the product now' }),
    spec_text: z.string().meta({ description: 'The values of the SKU now' }),
    image_url: fileUrl.nullable(),
    price: money.meta({ description: 'Price of one piece now, in fen' }),
    deal: z
      .object({
        price: money.meta({ description: 'In fen' }),
        ends_at: moment,
        pieces: z.int().meta({ description: 'Pieces of the line at this price; the others cost the regular one' }),
      })
      .nullable()
      .meta({ description: 'A lower price for a limited time; null: none applies now' }),
    stock: z.int().meta({ description: 'How many pieces can be bought now; 0 if it is not available' }),
    problem: z.enum(lineProblems).nullable().meta({
      description:
        'withdrawn: it no longer exists; off_sale: it is inactive now; short: less is in stock than count; null: it can be bought',
    }),
  })
  .meta({ id: 'CartLine' })

export const Cart = z.array(CartLine)

const sku_id = id.meta({ description: 'An available SKU' })

export const CartAddition = z.strictObject({ sku_id, count: z.int().min(1).max(maxCount) })

export const CartChanges = z.strictObject({
  items: z
    .array(
      z.strictObject({
        sku_id,
        count: z.int().min(0).max(maxCount).meta({ description: '0 removes the line' }),
        checked: z.boolean().optional().meta({ description: 'By default as it is; a new line is checked' }),
      }),
    )
    .min(1)
    .max(maxLines)
    .superRefine((items, context) => {
      for (const [at, one] of items.entries()) {
        if (items.findIndex(({ sku_id }) => sku_id === one.sku_id) < at) {
          const message = 'Each SKU may be named only once.'
          context.addIssue({ code: 'custom', path: [at, 'sku_id'], message, params: { code: 'duplicate' } })
        }
      }
    })
    .meta({ description: 'Other lines stay as they are' }),
})

export const CartQuery = z.object({
  sku_ids: idsUpTo(maxLines)
    .optional()
    .meta({ description: 'Only the lines of these SKUs, separated by commas; without it, all lines' }),
})
