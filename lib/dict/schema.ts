import { z } from 'zod'
import { tagStyles } from '@/db/enums'
import { dictTypeName, visibility } from '@/lib/dict_type/schema'
import { edits, id, line, moment, paragraphs, queryChoices } from '@/lib/kit/api/endpoint/fields'

/** Counting stops here, because every order may have the same value. */
export const maxUses = 1_000

export const maxSortOrder = 1_000_000

export const tagStyle = z.enum(tagStyles)

export const Dict = z
  .object({
    id,
    type: z.string(),
    label: z.string(),
    label_en: z.string().meta({ description: 'If empty, label is used in both languages' }),
    value: z.string(),
    tag_style: tagStyle,
    sort_order: z.int(),
    is_default: z.boolean(),
    status: visibility,
    remark: z.string(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Dict' })

const customerDictTypes = [
  'after_sale_kind',
  'after_sale_reason',
  'after_sale_status',
  'article_type',
  'carrier',
  'gender',
  'order_status',
  'refund_status',
] as const

export const CustomerDict = z
  .object({
    type: z.string(),
    value: z.string().meta({ description: 'What requests and answers have' }),
    label: z.string().meta({ description: 'What people read' }),
    label_en: z.string().meta({ description: 'If empty, label is used in both languages' }),
    is_default: z.boolean(),
  })
  .meta({ id: 'CustomerDict' })

export const CustomerDictQuery = z.object({
  types: queryChoices(customerDictTypes).meta({
    description: 'One or several, separated by commas: after_sale_reason,carrier',
  }),
})

export const DictQuery = z.object({ type: dictTypeName.optional(), status: visibility.optional() })

const fields = {
  label: line(1, 64),
  label_en: line(0, 64),
  value: line(1, 64),
  tag_style: tagStyle,
  sort_order: z.int().min(-maxSortOrder).max(maxSortOrder),
  is_default: z.boolean(),
  status: visibility,
  remark: paragraphs(0, 500),
}

export const DictInput = z.strictObject({
  type: dictTypeName,
  label: fields.label,
  label_en: fields.label_en.default(''),
  value: fields.value,
  tag_style: fields.tag_style.default('default'),
  sort_order: fields.sort_order.optional().meta({ description: 'If left out, the entry is placed last' }),
  is_default: fields.is_default.default(false).meta({ description: 'A new default replaces the previous one' }),
  status: fields.status.default('enabled'),
  remark: fields.remark.default(''),
})

export const DictChanges = edits(fields)

export const AddedCarriers = z.object({
  added: z.int().meta({ description: 'How many were added' }),
  unknown: z.array(z.string()).meta({ description: 'Values that WeChat does not know: it refuses parcels of theirs' }),
})
