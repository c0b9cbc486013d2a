import { and, desc, eq, getTableColumns, lte, sql } from 'drizzle-orm'
import { article, article_version } from '@/db/schema/article'
import type { CleanHtml } from '@/db/schema/columns'
import { identity, user } from '@/db/schema/user'
import { getRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { maxVersions } from './schema'

interface NewVersion {
  article_id: number
  content: CleanHtml
  words: number
  excerpt: string
  saved_by: number
}

/** Deletes the oldest beyond the maximum. The article must be locked or new, so that two requests do not collide. */
export async function keepVersion(tx: Database, version: NewVersion): Promise<void> {
  await tx.insert(article_version).values(version)
  const ofArticle = eq(article_version.article_id, version.article_id)
  const firstTooMany = tx
    .select({ id: article_version.id })
    .from(article_version)
    .where(ofArticle)
    .orderBy(desc(article_version.id))
    .offset(maxVersions)
    .limit(1)
  await tx.delete(article_version).where(and(ofArticle, lte(article_version.id, sql`(${firstTooMany})`)))
}

const { content: _, ...listed } = getTableColumns(article_version)

/** The member of staff who saved the version. */
const withAuthor = {
  nickname: user.nickname,
  username: identity.identifier,
}

interface Saved {
  saved_by: number | null
  nickname: string | null
  username: string | null
}

const withSavedBy = <Row extends Saved>({ saved_by, nickname, username, ...row }: Row) => ({
  ...row,
  saved_by: saved_by === null ? null : { id: saved_by, name: nickname || username || `#${saved_by}` },
})

/** Without their content, the newest first. Throws `not_found`. */
export async function listVersions(db: Database, article_id: number) {
  await getRow(db, article, article_id)
  const rows = await db
    .select({ ...listed, ...withAuthor })
    .from(article_version)
    .leftJoin(user, eq(user.id, article_version.saved_by))
    .leftJoin(identity, and(eq(identity.user_id, user.id), eq(identity.type, 100)))
    .where(eq(article_version.article_id, article_id))
    .orderBy(desc(article_version.id))
  return rows.map(withSavedBy)
}

/** Throws `not_found`. */
export const getVersion = (db: Database, { id, vid }: { id: number; vid: number }) =>
  getRow(db, article_version, vid, { where: eq(article_version.article_id, id), noun: 'version' })
