import { z } from 'zod'
import { targetTypes } from '@/db/enums'
import { fileUrl, id, idList } from '@/lib/api/fields'

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
