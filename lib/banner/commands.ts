import { eq, notInArray, sql } from 'drizzle-orm'
import { banner_item } from '@/db/schema/banner'
import { type InvalidParam, problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow, updateRow } from '@/lib/kit/api/rows/rows'
import { writeAt } from '@/lib/kit/api/run/failure'
import type { Database } from '@/lib/kit/database'
import { findGone } from './queries'
import type { BannerItemInput } from './schema'

/** Throws a 400 naming every item. */
export async function requireTargets(db: Database, items: readonly BannerItemInput[] = []): Promise<void> {
  const gone = await findGone(
    db,
    items.map(({ target_type, target }) => ({ target_type, target })),
  )
  refuse(
    gone.map((at) => ({
      in: 'body',
      name: `items.${at}.target`,
      code: 'not_found',
      reason: 'There is no such record.',
    })),
  )
}

/**
 * In this order; items with an id keep it. Lock the banner first. Throws a 400 for another banner's id or no picture.
 */
export async function replaceItems(db: Database, banner_id: number, items: readonly BannerItemInput[]): Promise<void> {
  const present = await db.select({ id: banner_item.id }).from(banner_item).where(eq(banner_item.banner_id, banner_id))
  const free = new Set(present.map(({ id }) => id))
  refuse(
    items.flatMap(({ id }, at): InvalidParam[] =>
      id === undefined || free.delete(id)
        ? []
        : [{ in: 'body', name: `items.${at}.id`, code: 'not_found', reason: 'This banner has no such other item.' }],
    ),
  )
  const kept = items.flatMap(({ id }) => id ?? [])
  await db
    .delete(banner_item)
    .where(sql`${eq(banner_item.banner_id, banner_id)} and ${notInArray(banner_item.id, kept)}`)
  for (const [at, { id, ...item }] of items.entries()) {
    const values = { ...item, banner_id, sort_order: at + 1 }
    await writeAt(`items.${at}`, () =>
      id === undefined ? insertRow(db, banner_item, values) : updateRow(db, banner_item, id, values),
    )
  }
}

function refuse(invalid_params: InvalidParam[]): void {
  const [first] = invalid_params
  if (first) throw problem('invalid_request', { detail: `${first.name}: ${first.reason}`, invalid_params })
}
