import { eq } from 'drizzle-orm'
import { shop } from '@/db/seed/shop/shop'
import * as tables from '@/db/tables'
import { createArticle } from '@/lib/article/cms'
import type { Database } from '@/lib/database'
import { createNotice } from '@/lib/notice/cms'
import { type IdOf, slugs } from './catalogue'
import type { Perform } from './perform'

/** The moment some days before now. */
type DaysAgo = (days: number) => Date

/** Creates the articles. Those that are not drafts were published some days ago. */
export async function createArticles(perform: Perform, daysAgo: DaysAgo): Promise<IdOf> {
  const { ids, idOf } = slugs('article')
  for (const { slug, days_ago, ...article } of shop.articles) {
    const published_at = article.status === 'draft' ? null : daysAgo(days_ago).toISOString()
    ids.set(slug, (await perform(createArticle, { ...article, published_at })).id)
  }
  return idOf
}

/** Creates the notices, which were published some days ago. */
export async function createNotices(tx: Database, perform: Perform, daysAgo: DaysAgo): Promise<void> {
  for (const { slug: _, days_ago, ...notice } of shop.notices) {
    const { id } = await perform(createNotice, { ...notice, status: 'published' })
    await tx
      .update(tables.notice)
      .set({ published_at: daysAgo(days_ago) })
      .where(eq(tables.notice.id, id))
  }
}
