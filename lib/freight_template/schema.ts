import { z } from 'zod'
import { freightCharges, freightNeeds } from '@/db/enums'
import { edits, id, line, moment, money } from '@/lib/kit/api/endpoint/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { regionCode } from '@/lib/region/schema'

/** In fen. */
const maxFee = 1_000_000
const quantity = z.int().min(1).max(1_000_000)

const charge = z.enum(freightCharges)
const free_needs = z.enum(freightNeeds)
const regions = z.array(regionCode).max(500)
const freeFrom = money.min(1).max(100_000_000).nullable()

const rule = {
  regions: regions.meta({
    description: 'Codes of provinces and cities, see GET /v1/region; empty: all regions without a rule of their own',
  }),
  first: quantity.meta({ description: 'Pieces or grams for first_fee' }),
  first_fee: money.max(maxFee).meta({ description: 'In fen' }),
  next: quantity.meta({ description: 'Pieces or grams of each further fee; of grams at least 100' }),
  next_fee: money.max(maxFee).meta({ description: 'In fen' }),
  free_amount: freeFrom.meta({
    description: 'Free for goods of this amount in fen; null: as the template says',
  }),
}

const FreightRule = z.object(rule).meta({ id: 'FreightRule' })

const template = {
  name: z.string().meta({ description: 'For staff' }),
  charge: charge.meta({ description: 'What first and next count: pieces or grams' }),
  rules: z.array(FreightRule).meta({ description: 'Of a city, else of its province, else of all other regions' }),
  no_delivery: regions.meta({ description: 'Codes of provinces and cities without delivery' }),
  only_mainland: z.boolean().meta({
    description: 'Whether Hong Kong, Macao, Taiwan and places abroad are without delivery, unless a rule names them',
  }),
  free_amount: freeFrom.meta({ description: 'Free for goods of this amount in fen; null: no such limit' }),
  free_pieces: z.int().nullable().meta({ description: 'Free from this number of pieces; null: no such limit' }),
  free_needs: free_needs.meta({ description: 'Whether one of the two limits is enough, or both are needed' }),
  is_default: z.boolean().meta({ description: 'Whether products without a template have it' }),
}

export const CmsFreightTemplate = z
  .object({
    id,
    ...template,
    product_count: z.int().meta({ description: 'Products that have it, without those that have the default' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsFreightTemplate' })

export const CmsFreightTemplatePage = pageOf(CmsFreightTemplate)

export const CmsFreightTemplateQuery = z.object({
  ...pageQuery,
  q: line(1, 64).optional().meta({ description: 'Part of the name' }),
  sort: sortBy(['name', 'charge', 'product_count', 'updated_at'], 'name'),
})

const RuleInput = z.strictObject({
  ...rule,
  regions: rule.regions.default([]),
  free_amount: rule.free_amount.default(null),
})

const fields = {
  name: line(1, 64),
  charge,
  rules: z
    .array(RuleInput)
    .min(1)
    .max(100)
    .meta({ description: template.rules.meta()?.description ?? '' }),
  no_delivery: template.no_delivery,
  only_mainland: template.only_mainland,
  free_amount: template.free_amount,
  free_pieces: z
    .int()
    .min(1)
    .max(9_999)
    .nullable()
    .meta({ description: template.free_pieces.meta()?.description ?? '' }),
  free_needs,
  is_default: z.boolean().meta({ description: 'true: instead of the present default' }),
}

export const FreightTemplateInput = z.strictObject({
  ...fields,
  no_delivery: fields.no_delivery.default([]),
  only_mainland: fields.only_mainland.default(true),
  free_amount: fields.free_amount.default(null),
  free_pieces: fields.free_pieces.default(null),
  free_needs: fields.free_needs.default('either'),
  is_default: fields.is_default.default(false),
})

export const FreightTemplateChanges = edits(fields)
