import { z } from 'zod'
import { productStatuses, visibilities } from '@/db/enums'
import {
  edits,
  fileUrl,
  id,
  idList,
  imageUrlInput,
  line,
  moment,
  money,
  paragraphs,
} from '@/lib/kit/api/endpoint/fields'
import { changedQuery, pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { sortOrder } from '@/lib/kit/api/rows/tree-order'
import { ProductCard } from '@/lib/product/schema'

const theme = {
  id,
  name: z.string(),
  description: z.string(),
  topic_image_url: fileUrl.nullable().meta({ description: 'For the link on the home page' }),
  head_image_url: fileUrl.nullable().meta({ description: 'For the top of the theme’s page' }),
}

export const Theme = z.object(theme).meta({ id: 'Theme' })
export const ThemeWithProducts = z
  .object({ ...theme, products: z.array(ProductCard) })
  .meta({ id: 'ThemeWithProducts' })
export const ThemeQuery = z.object({
  ids: idList.optional().meta({ description: 'Only these: 1 to 50 ids, separated by commas' }),
})

const status = z.enum(visibilities)

const CmsThemeRow = z
  .object({
    ...theme,
    status,
    sort_order: z.int(),
    product_count: z.int().meta({ description: 'Number of products' }),
    on_sale_count: z.int().meta({ description: 'Number of those that are active; customers see no others' }),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsThemeRow' })

export const ThemeProduct = z
  .object({
    id,
    name: z.string(),
    image_url: fileUrl.nullable().meta({ description: 'The first of its images' }),
    price: money.meta({ description: 'Price of the cheapest SKU, in fen' }),
    status: z.enum(productStatuses),
  })
  .meta({ id: 'ThemeProduct' })

export const CmsTheme = CmsThemeRow.extend({
  products: z.array(ThemeProduct).meta({ description: 'In the order of the theme' }),
}).meta({ id: 'CmsTheme' })
export const CmsThemePage = pageOf(CmsThemeRow)

export const CmsThemeQuery = z.object({
  ...pageQuery,
  ...changedQuery,
  status: status.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the name' }),
  sort: sortBy(['sort_order', 'name', 'status', 'product_count', 'on_sale_count', 'updated_at'], 'sort_order'),
})

const productIds = z
  .array(id)
  .max(100)
  .superRefine((ids, context) => {
    for (const [at, one] of ids.entries()) {
      if (ids.indexOf(one) < at) {
        const message = 'Each product may be listed only once.'
        context.addIssue({ code: 'custom', path: [at], message, params: { code: 'duplicate' } })
      }
    }
  })
  .meta({ description: 'All products of the theme, in order' })

const fields = {
  name: line(1, 64),
  description: paragraphs(0, 500),
  topic_image_url: imageUrlInput.nullable(),
  head_image_url: imageUrlInput.nullable(),
  status,
  sort_order: sortOrder,
  product_ids: productIds,
}

export const ThemeInput = z.strictObject({
  name: fields.name,
  description: fields.description.default(''),
  topic_image_url: fields.topic_image_url.default(null),
  head_image_url: fields.head_image_url.default(null),
  status: fields.status.default('enabled'),
  sort_order: fields.sort_order.default(0),
  product_ids: fields.product_ids.default([]),
})

export const ThemeChanges = edits(fields)
