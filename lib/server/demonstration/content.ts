import { eq } from 'drizzle-orm'
import { shop } from '@/db/seed/shop/shop'
import * as tables from '@/db/tables'
import { createArticle } from '@/lib/article/cms'
import type { Database } from '@/lib/kit/database'
import { createNotice } from '@/lib/notice/cms'
import { type IdOf, slugs } from './catalogue'
import type { Perform } from './perform'

type DaysAgo = (days: number) => Date

/** Published in the past. */
export async function createArticles(tx: Database, perform: Perform, daysAgo: DaysAgo): Promise<IdOf> {
  const { ids, idOf } = slugs('article')
  for (const { slug, days_ago, ...article } of shop.articles) {
    const at = daysAgo(days_ago)
    const published_at = article.status === 'draft' ? null : at.toISOString()
    const { id } = await perform(createArticle, { ...article, published_at }, { at })
    await tx.update(tables.article).set({ created_at: at, updated_at: at }).where(eq(tables.article.id, id))
    ids.set(slug, id)
  }
  return idOf
}

/** Dated some days ago. */
export async function createNotices(tx: Database, perform: Perform, daysAgo: DaysAgo): Promise<void> {
  for (const { slug: _, days_ago, ...notice } of shop.notices) {
    const at = daysAgo(days_ago)
    const { id } = await perform(createNotice, { ...notice, status: 'published' }, { at })
    const dated = { created_at: at, updated_at: at, published_at: at }
    await tx.update(tables.notice).set(dated).where(eq(tables.notice.id, id))
  }
}
