import { z } from 'zod'
import { locales } from '@/lib/kit/i18n/locale'
import { choicesOf } from './columns'
import { id, maxInteger, momentInput, queryChoices, queryInt } from './fields'

export const pageQuery = {
  page: queryInt(1, 1_000_000).default(1),
  size: queryInt(1, 100).default(10),
}

/** For `changed` of `rows/list.ts`. */
export const changedQuery = {
  changed_from: momentInput.optional().meta({ description: 'Last changed at this time or later' }),
  changed_to: momentInput.optional().meta({ description: 'Last changed before this time' }),
}

/** Newest first. A page is selected by `page`, or by `cursor`, the `next_cursor` of the previous page. */
export const cursorQuery = {
  ...pageQuery,
  cursor: z
    .string()
    .regex(/^[1-9]\d{0,9}$/, 'This must be the next_cursor of an earlier answer.')
    .transform(Number)
    .pipe(id)
    .optional()
    .meta({ type: 'string', description: 'next_cursor of the previous page; replaces page' }),
}

/** Where a reader by `updated_at` is: after this row, as it was then. */
interface Change {
  updated_at: string
  id: number
}
export type Cursor = number | Change

/** The id of the last row; by `updated_at`, its time in milliseconds before it. */
export const cursorText = (cursor: Cursor) =>
  typeof cursor === 'number' ? String(cursor) : `${Date.parse(cursor.updated_at)}_${cursor.id}`

function cursorOf(text: string): Cursor {
  const [id = '', at] = text.split('_').reverse()
  return at === undefined ? Number(id) : { updated_at: new Date(Number(at)).toISOString(), id: Number(id) }
}

/** After `cursorQuery`: for `sort=updated_at` of `newestList`. */
export const changeQuery = {
  cursor: z
    .string()
    .regex(/^(?:\d{13}_)?[1-9]\d{0,9}$/, 'This must be the next_cursor of an earlier answer.')
    .refine((text) => Number(text.split('_').at(-1)) <= maxInteger, {
      error: 'This must be the next_cursor of an earlier answer.',
      params: { code: 'out_of_range' },
    })
    .transform(cursorOf)
    .optional()
    .meta({ type: 'string', description: 'next_cursor of the previous page; replaces page' }),
  updated_from: momentInput.optional().meta({
    description:
      'With sort=updated_at: last changed at this time or later. To follow changes, read all pages by cursor, then send the last updated_at next time: what changed at that very time comes again, and nothing is missed. A change is shown when all that began before it has ended, after five minutes at the latest',
  }),
  updated_to: momentInput.optional().meta({ description: 'With sort=updated_at: last changed before this time' }),
}

/** The file has every row that matches the filters, regardless of the page. */
export const fileQuery = {
  format: z.enum(['json', 'csv', 'xlsx']).optional().meta({
    description:
      'csv, xlsx: all rows of the filter as a file. Without labels the cells are exactly the values of the JSON. A CSV with labels has an apostrophe before what a spreadsheet could read as a formula, which imports remove; xlsx has codes as texts, numbers as numbers, and at most 32,767 characters in a cell',
  }),
}

export const exportQuery = { ...cursorQuery, ...fileQuery }

/** Absent: a file for programs, with the codes of the API. */
export const wordsQuery = {
  labels: z.enum(locales).optional().meta({
    description:
      'With format=csv or xlsx: for people, with headers and labels in this language, times in the time zone of the shop and amounts in yuan. Without it, for programs: fields, codes and UTC, as in JSON',
  }),
}

/** The parameters that only matter to a file. */
export const fileFields = ['format', 'columns', 'labels']

/** For a `ListFile`. */
export const listFileQuery = (output: z.core.$ZodType) => ({
  ...fileQuery,
  columns: queryChoices(choicesOf(output))
    .optional()
    .meta({ description: 'With format=csv or xlsx: only these fields, separated by commas, in this order' }),
  ...wordsQuery,
})

/** With more rows, `total` is this number and `total_capped` is true. */
export const totalCap = 1_000
/** For lists in the admin. */
export const cmsTotalCap = 10_000

const total = {
  total: z.int().min(0),
  total_capped: z.literal(true).optional(),
}

/** `{items, page, size, total}`, with `total_capped` if `total` is not exact. */
export const pageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({ items: z.array(row), page: z.int(), size: z.int(), ...total })

/** With `cursor`, a response has no page and no total. */
export const cursorPageOf = <Row extends z.core.$ZodType>(row: Row) =>
  z.object({
    items: z.array(row),
    page: z.int().optional(),
    size: z.int(),
    total: total.total.optional(),
    total_capped: total.total_capped,
    next_cursor: z.string().nullable(),
  })

/** `counted`: the number of rows, counted up to `cap + 1`. */
export const cappedTotal = (counted: number, cap = totalCap) =>
  counted > cap ? { total: cap, total_capped: true as const } : { total: counted }

/** `fields` descend with `-` before the name; `ranks` have a single direction. */
export const sortBy = <const Field extends string, const Rank extends string = never>(
  fields: readonly Field[],
  fallback: NoInfer<Field | `-${Field}` | Rank>,
  ranks: readonly Rank[] = [],
) =>
  z
    .enum([...ranks, ...fields.flatMap((field): (Field | `-${Field}`)[] => [field, `-${field}`])])
    .optional()
    .transform((sort) => sort ?? fallback)
    .meta({ default: fallback })
