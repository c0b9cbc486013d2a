import { and, eq, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { jsonStatement } from '@/db/connection/statement'
import { category } from '@/db/schema/category'
import { shownBanners } from '@/lib/banner/queries'
import { noticesForCustomers } from '@/lib/notice/queries'
import { dealCards, newestCards } from '@/lib/product/queries'
import { shownThemes } from '@/lib/theme/queries'
import type { Home } from './schema'

type Content = Omit<z.input<typeof Home>, 'shop' | 'search_words'>

const listOf = (query: SQLWrapper) => sql`(select coalesce(json_agg(r), '[]') from ${query} r)`

/** Reads the content of the home screen in one statement, because every visit of a client begins with this screen. */
export const readHome = jsonStatement('read_home', (db) => {
  const categories = db
    .select({ id: category.id, name: category.name, image_url: category.image_url })
    .from(category)
    .where(and(eq(category.status, 'enabled'), isNull(category.parent_id)))
    .orderBy(category.sort_order, category.id)
  return db
    .select({
      json: sql<Content>`json_build_object(
        'banners', (select coalesce(json_object_agg(b.name, b), '{}') from ${shownBanners(db)} b),
        'themes', ${listOf(shownThemes(db))},
        'categories', ${listOf(categories)},
        'deals', ${dealCards(10)},
        'newest', ${newestCards(10)},
        'notices', ${listOf(noticesForCustomers(db).limit(5))})`,
    })
    .from(sql`(values (1)) as one`)
})
