import { getTableColumns, sql } from 'drizzle-orm'
import { freight_template } from '@/db/schema/freight'
import { matchesSearch, pageList } from '@/lib/kit/api/rows/list'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { CmsFreightTemplateQuery } from './schema'

export const list = pageList('cms_freight_templates', {
  table: freight_template,
  query: CmsFreightTemplateQuery,
  columns: {
    ...getTableColumns(freight_template),
    product_count: sql<number>`(
      select count(*)::int from product p where p.freight_template_id = "freight_template"."id" and p.deleted_at is null)`,
  },
  filters: { q: matchesSearch(freight_template.name) },
})

/** Throws `not_found`. */
export async function readTemplate(db: Database, id: number) {
  const row = await getRow(db, freight_template, id)
  const [found] = await db
    .select({ product_count: sql<number>`count(*)::int` })
    .from(sql`product p`)
    .where(sql`p.freight_template_id = ${id} and p.deleted_at is null`)
  return { ...row, product_count: found?.product_count ?? 0 }
}
