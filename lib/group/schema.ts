import { z } from 'zod'
import { edits, id, line, moment, paragraphs } from '@/lib/kit/api/endpoint/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'

export const Group = z
  .object({
    id,
    name: z.string(),
    description: z.string(),
    member_count: z.int(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'Group' })

export const GroupPage = pageOf(Group)

export const GroupDetail = Group.extend({
  permission_codes: z.array(z.string()),
  menu_ids: z.array(id),
  element_ids: z.array(id),
}).meta({ id: 'GroupDetail' })

export const GroupQuery = z.object({
  ...pageQuery,
  sort: sortBy(['name', 'description', 'member_count', 'updated_at'], 'name'),
  q: line(1, 64).optional().meta({ description: 'Part of the name or description' }),
})

const uniqueList = <T extends z.core.$ZodType>(item: T, max: number) =>
  z
    .array(item)
    .max(max)
    .overwrite((items) => [...new Set(items)])

const fields = {
  name: line(1, 64),
  description: paragraphs(0, 500),
  permission_codes: uniqueList(line(1, 100), 1_000),
  menu_ids: uniqueList(id, 1_000),
  element_ids: uniqueList(id, 5_000),
}

const defaultsToPermissions = { description: 'If left out, all whose permission is in permission_codes' }

export const GroupInput = z.strictObject({
  name: fields.name,
  description: fields.description.default(''),
  permission_codes: fields.permission_codes,
  menu_ids: fields.menu_ids.optional().meta(defaultsToPermissions),
  element_ids: fields.element_ids.optional().meta(defaultsToPermissions),
})

export const GroupChanges = edits(fields)
