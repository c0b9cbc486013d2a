import { z } from 'zod'
import { productStatuses } from '@/db/enums'
import type { CleanHtml } from '@/db/schema/columns'
import { edits, html, id, imageUrlInput, line, momentInput, money, paragraphs } from '@/lib/kit/api/endpoint/fields'
import { external_idInput } from '@/lib/kit/api/endpoint/labels'
import { maxStock } from '@/lib/stock/schema'
import { deliveries } from './deliveries'

/* Forms load this file into the browser, without the schemas of responses. */

/** In fen. */
export const maxPrice = 1_000_000_000
export const maxSkus = 200
export const maxImages = 20

export const status = z.enum(productStatuses)
export const price = money.max(maxPrice).meta({ description: 'In fen' })
export const cost = money
  .max(maxPrice)
  .nullable()
  .meta({ description: 'What a piece costs the shop, in fen', needs: 'cms.product.cost' })
export const low_stock = z
  .int()
  .min(0)
  .max(1_000_000)
  .nullable()
  .meta({ description: 'At how many pieces or fewer a SKU is low; null: as the parameter stock.low says' })

export const freight_template_id = id.nullable().meta({ description: 'Its shipping template; null: the default one' })

/** In UTF-16 code units. */
export const maxNameLength = 64

export const weight_g = z.int().min(0).max(10_000_000).meta({ description: 'In grams' })

const name = line(1, maxNameLength)
const sku = {
  sku_no: line(1, 64).optional().meta({ description: 'Made by the server when left out' }),
  market_price: price.nullable().optional(),
  cost: cost.optional(),
  weight_g: weight_g.nullable().optional(),
  barcode: line(1, 64).nullable().optional(),
  external_id: external_idInput.optional(),
  image_url: imageUrlInput.nullable().optional(),
  enabled: z.boolean().optional(),
}

const valuePicture = { image_url: imageUrlInput.nullable().optional() }

const combination = z.array(name).max(3).meta({ description: 'Names of values in the order of specs' })

const fields = {
  category_id: id,
  name,
  summary: paragraphs(0, 500),
  content: html(200_000),
  images: z.array(imageUrlInput).max(maxImages),
  properties: z.array(z.strictObject({ name, detail: line(1, 500) })).max(50),
  status,
  external_id: external_idInput,
  sort_order: z.int().min(-1_000_000).max(1_000_000),
  low_stock,
  freight_template_id,
  deliveries,
  publish_at: momentInput.nullable().meta({ description: 'When it is activated by itself' }),
  unpublish_at: momentInput.nullable().meta({ description: 'When it is taken off again; after publish_at' }),
}

const specs = <Value extends z.core.$ZodType, Spec extends z.ZodRawShape>(value: Value, spec: Spec) =>
  z.array(z.strictObject({ ...spec, values: z.array(value).min(1).max(50) })).max(3)

export const ProductInput = z.strictObject({
  category_id: fields.category_id,
  name: fields.name,
  summary: fields.summary.default(''),
  content: fields.content.default(fields.content.parse('')),
  images: fields.images.default([]),
  properties: fields.properties.default([]),
  status: fields.status.default('draft'),
  external_id: fields.external_id.default(null),
  sort_order: fields.sort_order.default(0),
  low_stock: fields.low_stock.default(null),
  freight_template_id: fields.freight_template_id.default(null),
  deliveries: fields.deliveries.default(['express']),
  publish_at: fields.publish_at.default(null),
  unpublish_at: fields.unpublish_at.default(null),
  specs: specs(z.strictObject({ name, ...valuePicture }), { name }).default([]),
  skus: z
    .array(
      z.strictObject({
        ...sku,
        price,
        values: combination.default([]),
        stock: z.int().min(0).max(maxStock).default(0).meta({ description: 'The opening stock' }),
      }),
    )
    .min(1)
    .max(maxSkus)
    .meta({ description: 'A product without specs has one SKU without values' }),
})

export const ProductChanges = edits({
  ...fields,
  specs: specs(z.strictObject({ id: id.optional(), name: name.optional(), ...valuePicture }), {
    id: id.optional(),
    name: name.optional(),
    default_value: name.optional().meta({ description: 'Of a new spec: the value that existing SKUs get' }),
  }).meta({ description: 'The whole list: known ones by id, new ones by name' }),
  skus: z
    .array(
      z.strictObject({
        ...sku,
        id: id.optional(),
        value_ids: z.array(id).max(3).optional().meta({ description: 'In the order of specs' }),
        values: combination.optional(),
        price: price.optional().meta({ description: 'In fen; required for a new SKU' }),
      }),
    )
    .min(1)
    .max(maxSkus)
    .meta({ description: 'The whole list; those that are left out are withdrawn' }),
})

/** `content` was cleaned and can be stored. */
type Cleaned<Body> = { [Field in keyof Body]: Field extends 'content' ? CleanOf<Body[Field]> : Body[Field] }
type CleanOf<Value> = Value extends undefined ? undefined : CleanHtml
export type NewProduct = Cleaned<z.output<typeof ProductInput>>
export type ChangedProduct = Cleaned<z.output<typeof ProductChanges>>
