import { z } from 'zod'
import { audiences, noticeSources, noticeTypes, personKinds, publicationStatuses, systemNoticeKinds } from '@/db/enums'
import { edits, html, id, line, moment, queryChoice, safeHtml } from '@/lib/kit/api/endpoint/fields'
import { pageOf, pageQuery, sortBy } from '@/lib/kit/api/endpoint/page'
import { windowFields } from '@/lib/kit/api/run/window'

const type = z.literal(noticeTypes).meta({ description: '1 notice, 2 announcement' })
const status = z.enum(publicationStatuses)
const audience = z.enum(audiences)

const source = z.enum(noticeSources).meta({ description: 'system: written by the shop itself' })

const UnreadNotice = z.object({ id, type, title: z.string(), published_at: moment }).meta({ id: 'UnreadNotice' })
export const Notice = UnreadNotice.extend({ content: safeHtml }).meta({ id: 'Notice' })

const unreadOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ count: z.int().min(0), items: z.array(item).meta({ description: 'The newest five' }) })

export const UnreadNotices = unreadOf(UnreadNotice)

/** All null in other notices. */
const systemFields = {
  kind: z
    .enum(systemNoticeKinds)
    .nullable()
    .meta({ description: 'Of a system notice: what happened. Its title is empty' }),
  params: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullable()
    .meta({ description: 'The values of its text' }),
  link: z.string().nullable().meta({ description: 'The page of the admin to go to' }),
}

const StaffUnreadNotice = UnreadNotice.extend({ source, ...systemFields }).meta({ id: 'StaffUnreadNotice' })
export const StaffNotice = StaffUnreadNotice.extend({ content: safeHtml }).meta({ id: 'StaffNotice' })
export const StaffUnreadNotices = unreadOf(StaffUnreadNotice)

export const NoticeReaderPage = pageOf(
  z
    .object({
      user: z.object({
        id,
        kind: z.enum(personKinds),
        nickname: z.string().meta({ description: 'Empty for a customer without the permission cms.customer.list' }),
        username: z.string().nullable(),
      }),
      read_at: moment,
    })
    .meta({ id: 'NoticeReader' }),
)

export const NoticePage = pageOf(Notice)
export const NoticeQuery = z.object(pageQuery)

/** Without the content. */
const CmsNoticeRow = z
  .object({
    id,
    type,
    source,
    audience,
    title: z.string(),
    ...systemFields,
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
  source: source.optional(),
  q: line(1, 64).optional().meta({ description: 'Part of the title' }),
  sort: sortBy(
    ['title', 'type', 'source', 'audience', 'status', 'pinned', 'published_at', 'starts_at', 'ends_at', 'updated_at'],
    '-updated_at',
  ),
})

export const NoticeReaderQuery = z.object(pageQuery)

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
  content: fields.content.default(fields.content.parse('')),
})

export const NoticeChanges = edits(fields)
