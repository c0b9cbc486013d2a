import { z } from 'zod'
import { edits, id, moment, text } from '@/lib/api/fields'

export const visibility = z.enum(['enabled', 'disabled'])

export const DictType = z
  .object({
    id,
    type: z.string().meta({ description: 'By which code and entries know it; never changes' }),
    name: z.string(),
    status: visibility,
    remark: z.string(),
    entry_count: z.int(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'DictType' })

/** How a type is named: `order_status`. */
export const dictTypeName = text(2, 64).regex(
  /^[a-z][a-z0-9_]*$/,
  'This must be a-z, 0-9 and _, beginning with a letter.',
)

const fields = { name: text(1, 64), status: visibility, remark: text(0, 500) }

export const DictTypeInput = z.strictObject({
  type: dictTypeName,
  name: fields.name,
  status: fields.status.default('enabled'),
  remark: fields.remark.default(''),
})

export const DictTypeChanges = edits(fields)
