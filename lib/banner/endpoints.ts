import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { statement } from '@/db/connection/statement'
import { banner } from '@/db/schema/banner'
import { endpoint, everyone } from '@/lib/kit/api/endpoint/endpoint'
import { idParams } from '@/lib/kit/api/endpoint/fields'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import * as example from './example'
import { shownBanners } from './queries'
import { Banner, BannerQuery, idListParams } from './schema'

const bannersOfIds = statement('read_banners', (db) =>
  shownBanners(db, sql`${banner.id} = any(${sql.placeholder('ids')}::int[])`),
)

/** null: all. */
const bannersOfNames = statement('banners_of_names', (db) =>
  shownBanners(
    db,
    sql`(${sql.placeholder('names')}::text[] is null or ${banner.name} = any(${sql.placeholder('names')}::text[]))`,
  ),
)

/** With the items visible now, in the order of `ids`. */
async function readBanners(db: Database, ids: number[]) {
  const byId = new Map((await bannersOfIds(db, { ids })).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export const listBanners = endpoint({
  method: 'GET',
  path: '/v1/banner',
  summary: 'List banners',
  description:
    'The enabled banners with their items, by name. Names are the slots of the app and the same in every installation, which ids are not: ask for the slots of a screen by names. Unknown names are ignored.',
  access: everyone,
  query: BannerQuery,
  output: z.array(Banner),
  example: { query: { names: 'home,discover' }, output: [example.banner] },
  handle: ({ db, query }) => bannersOfNames(db, { names: query.names ?? null }),
})

export const getBanner = endpoint({
  method: 'GET',
  path: '/v1/banner/{id}',
  summary: 'Get a banner with its items',
  description: 'Includes only items that are enabled and within their time window.',
  access: everyone,
  params: idParams,
  output: Banner,
  example: { params: { id: '1' }, output: example.banner },
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
  access: everyone,
  params: idListParams,
  output: z.array(Banner),
  example: { params: { id_list: '1,2' }, output: [example.banner] },
  handle: ({ db, params }) => readBanners(db, params.id_list),
})
