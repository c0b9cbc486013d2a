import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { user } from '@/db/schema/user'
import { view } from '@/db/schema/view'
import { problem } from '@/lib/kit/api/endpoint/problem'
import { insertRow, lockRow } from '@/lib/kit/api/rows/rows'
import type { Database } from '@/lib/kit/database'
import { maxViews, type ViewInput } from './schema'

/** The condition for a user's own views. Views of other users are not found. */
export const ownedBy = (user_id: number) => ({ where: eq(view.user_id, user_id) })

/** Adds a view. Throws `limit_reached` if the user already has the maximum number of views. */
export async function createView(tx: Database, user_id: number, input: z.output<typeof ViewInput>) {
  // Locked, so that concurrent requests do not exceed the limit.
  await lockRow(tx, user, user_id)
  const own = await tx.select({ list: view.list }).from(view).where(eq(view.user_id, user_id))
  const ofList = own.filter(({ list }) => list === input.list)
  if (ofList.length >= maxViews.list)
    throw problem('limit_reached', { detail: `There may be at most ${maxViews.list} views of a list.` })
  if (own.length >= maxViews.all)
    throw problem('limit_reached', { detail: `There may be at most ${maxViews.all} views.` })
  return insertRow(tx, view, { ...input, user_id })
}
