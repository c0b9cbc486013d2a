import { z } from 'zod'
import { fileUrl, id } from '@/lib/api/fields'

export const Category = z
  .object({
    id,
    parent_id: id.nullable().meta({ description: 'null at the top level' }),
    name: z.string(),
    description: z.string(),
    image_url: fileUrl.nullable(),
    get children() {
      return z.array(Category)
    },
  })
  .meta({ id: 'Category' })
