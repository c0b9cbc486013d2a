import { z } from 'zod'
import { visibilities } from '@/db/enums'
import { edits, fileUrl, id, imageUrlInput, line, moment, paragraphs, pathId } from '@/lib/kit/api/endpoint/fields'
import { sortOrder, treeOrder } from '@/lib/kit/api/rows/tree-order'

const columns = {
  id,
  parent_id: id.nullable().meta({ description: 'null at the top level' }),
  name: z.string(),
  description: z.string(),
  image_url: fileUrl.nullable(),
}

export const Category = z
  .object(columns)
  .extend({
    get children() {
      return z.array(Category)
    },
  })
  .meta({ id: 'Category' })

const status = z.enum(visibilities)

const cmsColumns = {
  ...columns,
  status: status.meta({ description: 'disabled: neither it nor the categories below it are shown' }),
  sort_order: z.int(),
  product_count: z
    .object({
      own: z.int().meta({ description: 'Of this category itself' }),
      total: z.int().meta({ description: 'With all categories below it' }),
      on_sale: z.int().meta({ description: 'Those of the total that are active' }),
    })
    .meta({ description: 'Without deleted products' }),
  created_at: moment,
  updated_at: moment,
  version: z.int(),
}

export const CmsCategory = z.object(cmsColumns).meta({ id: 'CmsCategory' })
export const CmsCategoryNode = z
  .object(cmsColumns)
  .extend({
    get children() {
      return z.array(CmsCategoryNode)
    },
  })
  .meta({ id: 'CmsCategoryNode' })

const fields = {
  parent_id: id.nullable(),
  name: line(1, 64),
  description: paragraphs(0, 500),
  image_url: imageUrlInput.nullable(),
  status,
  sort_order: sortOrder,
}

export const CategoryInput = z.strictObject({
  parent_id: fields.parent_id.default(null),
  name: fields.name,
  description: fields.description.default(''),
  image_url: fields.image_url.default(null),
  status: fields.status.default('enabled'),
  sort_order: fields.sort_order.optional().meta({ description: 'By default it is the last of its siblings' }),
})

export const CategoryChanges = edits(fields)
export const CategoryOrder = treeOrder('category')

export const CategoryDeletion = z.object({
  move_to: pathId.optional().meta({ description: 'The category that gets its products, also those in the trash' }),
})
