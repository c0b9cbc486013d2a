import { z } from 'zod'
import { edits, id, line, moment, queryBoolean } from '@/lib/kit/api/endpoint/fields'
import { inFormat } from '@/lib/kit/api/endpoint/formats'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { regionCode } from '@/lib/region/schema'

const store = {
  id,
  name: z.string(),
  phone: z.string(),
  province: z.string(),
  city: z.string(),
  district: z.string(),
  detail: z.string(),
  region_code: regionCode.nullable().meta({
    description:
      'The city that the province, city and district name, see GET /v1/region; null: it is no longer in the list',
  }),
  hours: z.string().meta({ description: 'The opening hours as text; empty: not given' }),
}

export const Store = z.object(store).meta({ id: 'Store' })

export const CmsStore = z
  .object({
    ...store,
    enabled: z.boolean().meta({ description: 'Whether customers see it' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsStore' })

export const CmsStorePage = pageOf(CmsStore)

export const CmsStoreQuery = z.object({
  ...pageQuery,
  enabled: queryBoolean.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the name' }),
  sort: sortBy(['name', 'enabled', 'updated_at'], 'name'),
})

const fields = {
  name: line(1, 64),
  // Not `phone`, which takes the spaces and hyphens out of a number: customers read this one.
  phone: inFormat(line(1, 32), 'phone'),
  province: line(1, 32),
  city: line(0, 32).meta({
    description: 'Must be in the list of GET /v1/region, with its province; may be empty if the district is',
  }),
  district: line(0, 32),
  detail: line(1, 200),
  hours: line(0, 100).meta({ description: 'The opening hours as text' }),
  enabled: z.boolean(),
}

export const StoreInput = z.strictObject({
  ...fields,
  district: fields.district.default(''),
  hours: fields.hours.default(''),
  enabled: fields.enabled.default(true),
})

export const StoreChanges = edits(fields)
