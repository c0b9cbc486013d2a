import { z } from 'zod'
import { changes, id, line, moment } from '@/lib/kit/api/endpoint/fields'

/** The maximum number of a user's views of one list, and of all lists. */
export const maxViews = { list: 20, all: 200 }

/** The name of a list, as its page declares it. */
const list = z.string().regex(/^[a-z][a-z_]{0,31}$/, 'This must be the name of a list, such as order.')

const name = line(1, 32)

const query = line(0, 4_000)
  .regex(/^([a-z][a-z_]*=[^&=#\s]*(&[a-z][a-z_]*=[^&=#\s]*)*)?$/, 'This must be a query, such as status=active.')
  .meta({ description: 'Filters, tab, order and page size as in the address of the page: status=active&sort=-id' })

const columns = z
  .array(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/, 'This must be the key of a column, such as created_at.'))
  .min(1)
  .max(50)
  .meta({ description: 'The columns that are shown' })

/** A saved view of a list, for its owner. */
export const OwnView = z
  .object({ id, list: z.string(), name: z.string(), query: z.string(), columns: z.array(z.string()) })
  .meta({ id: 'OwnView' })

export const View = OwnView.extend({ created_at: moment, updated_at: moment }).meta({ id: 'View' })

export const ViewQuery = z.object({ list: list.optional().meta({ description: 'Of this list alone' }) })

export const ViewInput = z.strictObject({ list, name, query, columns })
export const ViewChanges = changes({ name, query, columns })
