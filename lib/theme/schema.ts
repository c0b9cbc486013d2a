import { z } from 'zod'
import { fileUrl, id, idList } from '@/lib/api/fields'
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
