import { and, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { TargetState, TargetType } from '@/db/enums'
import { banner } from '@/db/schema/banner'
import { changed, matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { found } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { type Banner, CmsBannerQuery } from './schema'

interface Found {
  target_name: string | null
  target_state: TargetState
}

/** As `found` with `name` and `state`, null if there is no such record. */
function joinTarget(target_type: SQL, target: SQL): SQL {
  const id = sql`case when ${target} ~ '^[1-9][0-9]{0,8}$' then ${target}::int end`
  const isType = (type: TargetType) => sql`${target_type} = ${sql.raw(`'${type}'`)}`
  return sql`left join lateral (
    select p.name, case
        when p.deleted_at is not null then 'deleted' when p.status <> 'on_sale' then 'off_sale' else 'ok' end as state
      from product p where ${isType('product')} and p.id = ${id}
    union all
    select t.name, case when t.status = 'enabled' then 'ok' else 'disabled' end
      from theme t where ${isType('theme')} and t.id = ${id}
    union all
    select c.name, case when 'disabled' in (c.status, parent.status, top.status) then 'disabled' else 'ok' end
      from category c left join category parent on parent.id = c.parent_id
        left join category top on top.id = parent.parent_id
      where ${isType('category')} and c.id = ${id}
    union all
    select a.title, case when a.status = 'published' and a.published_at <= now() then 'ok' else 'unpublished' end
      from article a where ${isType('article')} and a.id = ${id}
  ) found on true`
}

const stateOf = (target_type: SQL) =>
  sql<TargetState>`coalesce(found.state, case when ${target_type} in ('none', 'url') then 'ok' else 'deleted' end)`

const targetOfItem = joinTarget(sql`i.target_type`, sql`i.target`)
const stateOfItem = stateOf(sql`i.target_type`)
/** Shown now or later, unless the banner is disabled. */
const isUsed = sql`i.enabled and (i.ends_at is null or i.ends_at > now())`
const isShown = sql`${isUsed} and (i.starts_at is null or i.starts_at <= now())`

const countOf = (condition: SQL, join = sql``) =>
  sql<number>`(select count(*)::int from banner_item i ${join} where i.banner_id = "banner"."id" and ${condition})`

const columns = {
  ...getTableColumns(banner),
  image_url: sql<string | null>`(
    select i.image_url from banner_item i where i.banner_id = "banner"."id" order by i.sort_order, i.id limit 1)`,
  item_count: countOf(sql`true`),
  shown_count: countOf(isShown),
  broken_count: countOf(sql`${isUsed} and ${stateOfItem} <> 'ok'`, targetOfItem),
}

/** Visible now, in their order. */
const shownItems = sql<z.input<typeof Banner>['items']>`coalesce((
  select json_agg(json_build_object('id', i.id, 'image_url', i.image_url, 'title', i.title, 'target_type', i.target_type,
    'target', i.target) order by i.sort_order, i.id)
  from banner_item i where i.banner_id = "banner"."id" and ${isShown}), '[]')`.as('items')

/** By name, each with the items that are shown now. */
export const shownBanners = (db: Database, condition?: SQL) =>
  db
    .select({
      id: banner.id,
      name: banner.name,
      title: banner.title,
      description: banner.description,
      items: shownItems,
    })
    .from(banner)
    .where(and(sql`${banner.status} = 'enabled'`, condition))
    .orderBy(banner.name)

export const list = pageList('cms_banners', {
  table: banner,
  query: CmsBannerQuery,
  columns,
  filters: { status: banner.status, q: matchesSearch(banner.name, banner.title), ...changed(banner) },
})

interface ItemRow extends Found {
  id: number
  image_url: string
  title: string
  target_type: TargetType
  target: string | null
  starts_at: Date | string | null
  ends_at: Date | string | null
  enabled: boolean
}

const readItems = (db: Database, banner_id: number): Promise<ItemRow[]> =>
  db
    .select({
      id: sql<number>`i.id`,
      image_url: sql<string>`i.image_url`,
      title: sql<string>`i.title`,
      target_type: sql<TargetType>`i.target_type`,
      target: sql<string | null>`i.target`,
      target_name: sql<string | null>`found.name`,
      target_state: stateOfItem,
      starts_at: sql<string | null>`i.starts_at`,
      ends_at: sql<string | null>`i.ends_at`,
      enabled: sql<boolean>`i.enabled`,
    })
    .from(sql`banner_item i ${targetOfItem}`)
    .where(sql`i.banner_id = ${banner_id}`)
    .orderBy(sql`i.sort_order, i.id`)

/** Throws `not_found`. */
export async function readBanner(db: Database, id: number) {
  const [row] = await db.select(columns).from(banner).where(eq(banner.id, id))
  return { ...found(row, 'banner'), items: await readItems(db, id) }
}

/** Shown now or later in enabled banners, although their target is hidden from customers. */
export const readBroken = (db: Database) =>
  db
    .select({
      banner: sql<{
        id: number
        name: string
        title: string
      }>`json_build_object('id', b.id, 'name', b.name, 'title', b.title)`,
      item: sql<{
        id: number
        title: string
        image_url: string
      }>`json_build_object('id', i.id, 'title', i.title, 'image_url', i.image_url)`,
      target_type: sql<TargetType>`i.target_type`,
      target: sql<string | null>`i.target`,
      target_name: sql<string | null>`found.name`,
      target_state: stateOfItem,
    })
    .from(sql`banner b join banner_item i on i.banner_id = b.id ${targetOfItem}`)
    .where(sql`b.status = 'enabled' and ${isUsed} and ${stateOfItem} <> 'ok'`)
    .orderBy(sql`b.name, i.sort_order, i.id`)

/** Positions in `targets`, from 0, of missing or deleted ones. */
export async function findGone(
  db: Database,
  targets: readonly { target_type: TargetType; target: string | null }[],
): Promise<number[]> {
  const rows = await db
    .select({ place: sql<number>`i.place::int` })
    .from(
      sql`(
        select t.place - 1 as place, t.value ->> 'target_type' as target_type, t.value ->> 'target' as target
        from jsonb_array_elements(${JSON.stringify(targets)}::jsonb) with ordinality t(value, place)
      ) i ${targetOfItem}`,
    )
    .where(sql`${stateOfItem} = 'deleted'`)
    .orderBy(sql`i.place`)
  return rows.map(({ place }) => place)
}
