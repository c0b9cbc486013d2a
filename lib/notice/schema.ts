import { z } from 'zod'
import { audiences, noticeTypes, publicationStatuses } from '@/db/enums'
import { edits, html, id, line, moment, queryChoice, safeHtml } from '@/lib/api/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/api/page'
import { windowFields } from '@/lib/api/window'

const type = z.literal(noticeTypes).meta({ description: '1 notice, 2 announcement' })
const status = z.enum(publicationStatuses)
const audience = z.enum(audiences)

const Notice = z.object({ id, type, title: z.string(), content: safeHtml, published_at: moment }).meta({ id: 'Notice' })

export const NoticePage = pageOf(Notice)
export const NoticeQuery = z.object(pageQuery)

/** A notice in a list, without its content. */
const CmsNoticeRow = z
  .object({
    id,
    type,
    audience,
    title: z.string(),
    status,
    pinned: z.boolean(),
    published_at: moment.nullable(),
    starts_at: moment.nullable(),
    ends_at: moment.nullable(),
    created_at: moment,
    updated_at: moment,
    version: z.int(),
  })
  .meta({ id: 'CmsNoticeRow' })

export const CmsNotice = CmsNoticeRow.extend({ content: safeHtml }).meta({ id: 'CmsNotice' })
export const CmsNoticePage = pageOf(CmsNoticeRow)

export const CmsNoticeQuery = z.object({
  ...pageQuery,
  status: status.optional(),
  type: queryChoice(noticeTypes).optional(),
  audience: audience.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the title' }),
  sort: sortBy(
    ['title', 'type', 'audience', 'status', 'pinned', 'published_at', 'starts_at', 'ends_at', 'updated_at'],
    '-updated_at',
  ),
})

const fields = {
  title: line(1, 64),
  type,
  audience,
  status,
  pinned: z.boolean().meta({ description: 'Listed before the others' }),
  ...windowFields,
  content: html(200_000),
}

export const NoticeInput = z.strictObject({
  title: fields.title,
  type: fields.type.default(1),
  audience: fields.audience.default('all'),
  status: fields.status.default('draft'),
  pinned: fields.pinned.default(false),
  starts_at: fields.starts_at.default(null),
  ends_at: fields.ends_at.default(null),
  content: fields.content,
})

export const NoticeChanges = edits(fields)
