import { z } from 'zod'
import { visibilities } from '@/db/enums'
import { edits, id, line, moment, paragraphs } from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'

export const visibility = z.enum(visibilities)

export const DictType = z
  .object({
    id,
    type: z.string().meta({ description: 'The name that code and entries refer to; it cannot be changed' }),
    name: z.string(),
    status: visibility,
    remark: z.string(),
    entry_count: z.int(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'DictType' })

/** The name of a dictionary type, such as `order_status`. */
export const dictTypeName = inFormat(line(2, 64), 'dict_type')

const fields = { name: line(1, 64), status: visibility, remark: paragraphs(0, 500) }

export const DictTypeInput = z.strictObject({
  type: dictTypeName,
  name: fields.name,
  status: fields.status.default('enabled'),
  remark: fields.remark.default(''),
})

export const DictTypeChanges = edits(fields)
