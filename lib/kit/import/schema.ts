import { z } from 'zod'
import { importResults } from '@/db/enums'
import { id, moment, money, queryBoolean } from '@/lib/kit/api/endpoint/fields'
import { cursorPageOf, exportQuery, wordsQuery } from '@/lib/kit/api/endpoint/page'

/** Without the header. */
export const maxLines = 5_000

const count = z.int().min(0)

export const Import = z
  .object({
    id,
    name: z.string().meta({ description: 'The name of the file' }),
    ignored_columns: z.array(z.string()).meta({
      description: 'Columns of other names, which are not read. One of them may be misspelled: tell the user',
    }),
    created_at: moment,
    created_by: z.object({ id, name: z.string() }),
    counts: z
      .object({ create: count, update: count, unchanged: count, error: count })
      .meta({ description: 'Lines, by what they do' }),
    warnings: count.meta({ description: 'Lines with warnings, whatever they do' }),
    done: count.meta({ description: 'Lines that were imported' }),
    left: count.meta({ description: 'Lines that are still to be imported' }),
    doubtful: count.meta({ description: 'Those of left with a doubtful price: ask the user before importing them' }),
    records: z
      .object({ done: count, left: count })
      .meta({ description: 'The same, in the products or parcels that the lines are about' }),
  })
  .meta({ id: 'Import' })

export const ImportApplication = z.strictObject({
  skip_errors: z
    .boolean()
    .default(false)
    .meta({ description: 'true: lines with errors are left out; false: nothing is imported while there are any' }),
})

export const ImportProgress = Import.pick({
  done: true,
  left: true,
  warnings: true,
  doubtful: true,
  records: true,
  counts: true,
}).meta({
  id: 'ImportProgress',
})

/** null: empty. */
export const lineChange = z
  .tuple([z.string().nullable(), z.string().nullable()])
  // Generators of clients expect `items` of every array.
  .meta({ description: 'Before and after; null: empty', items: { type: ['string', 'null'] }, minItems: 2, maxItems: 2 })

/** `changes`: by column. */
export const importRowPageOf = <Changes extends z.core.$ZodType>(changes: Changes) =>
  cursorPageOf(
    z.object({
      id,
      line: z.int().meta({ description: 'As a spreadsheet counts it' }),
      result: z.enum(importResults),
      changes,
      errors: z.array(
        z.object({
          column: z.string().nullable().meta({ description: 'null: the whole line' }),
          code: z
            .string()
            .meta({ description: 'A code of invalid_params, or of the problem with which the record was refused' }),
          value: z.string().nullable(),
          allowed: z
            .array(z.string())
            .optional()
            .meta({ description: 'The codes that the column takes, where these are few' }),
          after_sale_id: id.optional().meta({ description: 'The open after-sale case that the pieces are in' }),
        }),
      ),
      warnings: z
        .array(
          z.object({
            column: z.string(),
            code: z.string().meta({
              description:
                'Of a price: below_cost, above_market_price, or far_change: by more than half. no_image_draft: a product without a picture becomes a draft instead of on_sale. other_receiver: another parcel with the tracking number is for another receiver',
            }),
            amount: money
              .optional()
              .meta({ description: 'Of a price: the cost, the struck price, or the price before, in fen' }),
          }),
        )
        .meta({ description: 'Changes that are allowed, but often a mistake, or that differ from the file' }),
      done_at: moment.nullable().meta({ description: 'When it was imported, or could not be' }),
    }),
  )

export const ImportRowQuery = z.object({
  ...exportQuery,
  ...wordsQuery,
  result: z.enum(importResults).optional(),
  warnings: queryBoolean.optional().meta({ description: 'true: only lines with warnings' }),
})
