import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/statement'
import { anybody, endpoint } from '@/lib/api/endpoint'
import { idParams } from '@/lib/api/fields'
import { found } from '@/lib/api/rows'
import type { Database } from '@/lib/database'
import { banner } from './example'
import { Banner, idListParams } from './schema'

type BannerItemRow = z.input<typeof Banner>['items'][number]

const bannersStatement = statement('read_banners', (db) =>
  db
    .select({
      id: sql<number>`b.id`,
      name: sql<string>`b.name`,
      title: sql<string>`b.title`,
      description: sql<string>`b.description`,
      items: sql<BannerItemRow[]>`coalesce((
        select json_agg(json_build_object('id', i.id, 'image_url', i.image_url, 'title', i.title, 'target_type', i.target_type,
          'target', i.target) order by i.sort_order, i.id)
        from banner_item i
        where i.banner_id = b.id and i.enabled and (i.starts_at is null or i.starts_at <= now()) and (i.ends_at is null or i.ends_at > now())), '[]')`,
    })
    .from(sql`banner b`)
    .where(sql`b.id = any(${sql.placeholder('ids')}::int[]) and b.status = 'enabled'`),
)

/** Enabled banners with the items that are visible now, in the order of `ids`; missing ones are left out. */
async function readBanners(db: Database, ids: number[]) {
  const byId = new Map((await bannersStatement(db, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const getBanner = endpoint({
  method: 'GET',
  path: '/v1/banner/{id}',
  summary: 'Get a banner with its items',
  description: 'Includes only items that are enabled and within their time window.',
  access: anybody,
  params: idParams,
  output: Banner,
  example: { params: { id: '1' }, output: banner },
  async handle({ db, params }) {
    const [row] = await readBanners(db, [params.id])
    return found(row, 'banner')
  },
})

export const listBannersByIds = endpoint({
  method: 'GET',
  path: '/v1/banner/ids/{id_list}',
  summary: 'Get several banners',
  description: 'In the order of the ids. Duplicate and unknown ids are ignored.',
  access: anybody,
  params: idListParams,
  output: z.array(Banner),
  example: { params: { id_list: '1,2' }, output: [banner] },
  handle: ({ db, params }) => readBanners(db, params.id_list),
})
