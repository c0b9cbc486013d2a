import { z } from 'zod'
import { id, moment, safeHtml } from '@/lib/api/fields'
import { pageOf, pageQuery } from '@/lib/api/page'

const Notice = z
  .object({
    id,
    type: z.int().meta({ description: '1 notice, 2 announcement' }),
    title: z.string(),
    content: safeHtml,
    published_at: moment,
  })
  .meta({ id: 'Notice' })

export const NoticePage = pageOf(Notice)
export const NoticeQuery = z.object(pageQuery)
