import { z } from 'zod'
import { targetStates, targetTypes, visibilities } from '@/db/enums'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { edits, fileUrl, id, idList, imageUrlInput, line, moment } from '@/lib/kit/api/endpoint/fields'
import { type FormatName, formats } from '@/lib/kit/api/endpoint/formats'
import { changedQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { isBeforeStart, windowFields } from '@/lib/kit/api/run/window'
import { codeName } from '@/lib/menu/schema'

/** Offered by the admin. A mini-program may request other names. */
export const bannerSlots = ['home', 'discover'] as const

export const Banner = z
  .object({
    id,
    name: z.string().meta({ description: 'The slot, such as home' }),
    title: z.string(),
    description: z.string(),
    items: z.array(
      z.object({
        id,
        image_url: fileUrl,
        title: z.string(),
        target_type: z.enum(targetTypes),
        target: z.string().nullable().meta({ description: 'The id of the record that it links to, or a URL' }),
      }),
    ),
  })
  .meta({ id: 'Banner' })

export const idListParams = z.object({
  id_list: idList.meta({ description: '1 to 50 ids, separated by commas' }),
})

/** At most 50 names, separated by commas, as in lists of ids. */
const slots = /^[a-z0-9_.-]{1,64}(,[a-z0-9_.-]{1,64}){0,49}$/

export const BannerQuery = z.object({
  names: z
    .string()
    .max(50 * 65)
    .regex(slots, 'This must be a list of names, separated by commas.')
    .transform((list) => [...new Set(list.split(','))])
    .optional()
    .meta({ type: 'string', description: 'Only these: 1 to 50 names, separated by commas' }),
})

const status = z.enum(visibilities)
const targetType = z.enum(targetTypes)
const target = z.string().nullable().meta({ description: 'The id of the record that it links to, or a URL' })
const targetName = z.string().nullable().meta({ description: 'The name of the record that it links to' })
const targetState = z
  .enum(targetStates)
  .meta({ description: 'ok, or why customers cannot see the record that it links to' })

const CmsBannerRow = z
  .object({
    id,
    name: z.string().meta({ description: 'The slot, such as home' }),
    title: z.string(),
    description: z.string(),
    status,
    image_url: fileUrl.nullable().meta({ description: 'Of the first item' }),
    item_count: z.int(),
    shown_count: z.int().meta({ description: 'Number of items that are shown now' }),
    broken_count: z.int().meta({ description: 'Number of items whose target customers cannot see' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsBannerRow' })

const CmsBannerItem = z
  .object({
    id,
    image_url: fileUrl,
    title: z.string(),
    target_type: targetType,
    target,
    target_name: targetName,
    target_state: targetState,
    starts_at: moment.nullable(),
    ends_at: moment.nullable(),
    enabled: z.boolean(),
  })
  .meta({ id: 'CmsBannerItem' })

export const CmsBanner = CmsBannerRow.extend({ items: z.array(CmsBannerItem) }).meta({ id: 'CmsBanner' })
export const CmsBannerPage = pageOf(CmsBannerRow)

export const BrokenBannerItem = z
  .object({
    banner: z.object({ id, name: z.string(), title: z.string() }),
    item: z.object({ id, title: z.string(), image_url: fileUrl }),
    target_type: targetType,
    target,
    target_name: targetName,
    target_state: targetState,
  })
  .meta({ id: 'BrokenBannerItem' })

export const CmsBannerQuery = z.object({
  ...pageQuery,
  ...changedQuery,
  status: status.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the name or title' }),
  sort: sortBy(['name', 'title', 'status', 'item_count', 'shown_count', 'broken_count', 'updated_at'], 'name'),
})

/** The id of a record, an https address, or nothing. */
function checkTarget({ target_type, target }: z.output<typeof Item>, context: z.core.$RefinementCtx): void {
  const refuse = (code: FaultCode, message: string, format?: FormatName) =>
    context.addIssue({ code: 'custom', path: ['target'], message, params: { code, format } })
  if (target_type === 'none') {
    if (target !== null) refuse('not_allowed', 'An item that leads nowhere has no target.')
  } else if (target === null) refuse('required', 'Name where this leads.')
  else if (target_type === 'url') {
    if (!/^https:\/\/[^/?#\\]/i.test(target) || !URL.canParse(target))
      refuse('invalid_address', 'This must be a URL beginning with https://.', 'https_url')
  } else if (!formats.id.pattern.test(target))
    refuse('invalid_format', `This must be the id of a ${target_type}.`, 'id')
}

const Item = z.strictObject({
  id: id.optional().meta({ description: 'Of an item that the banner has; it keeps this id' }),
  image_url: imageUrlInput,
  title: line(0, 64).default(''),
  target_type: targetType.default('none'),
  target: line(1, 1024).nullable().default(null).meta({ description: 'The id of a record, or a URL with https' }),
  starts_at: windowFields.starts_at.default(null),
  ends_at: windowFields.ends_at.default(null),
  enabled: z.boolean().default(true),
})

export type BannerItemInput = z.output<typeof Item>

const items = z
  .array(
    Item.superRefine((item, context) => {
      checkTarget(item, context)
      if (isBeforeStart(item)) {
        const message = 'This must be after starts_at.'
        context.addIssue({ code: 'custom', path: ['ends_at'], message, params: { code: 'before_start' } })
      }
    }),
  )
  .max(20)
  .meta({ description: 'All items of the banner, in order' })

const fields = {
  name: codeName,
  title: line(0, 64),
  description: line(0, 500),
  status,
  items,
}

export const BannerInput = z.strictObject({
  name: fields.name,
  title: fields.title.default(''),
  description: fields.description.default(''),
  status: fields.status.default('enabled'),
  items: fields.items.default([]),
})

export const BannerChanges = edits(fields)
