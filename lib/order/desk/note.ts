import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { order_note } from '@/db/schema/order'
import { problem } from '@/lib/kit/api/endpoint/problem'
import type { Database } from '@/lib/kit/database'
import type { Staff } from '@/lib/kit/people/actor'
import type { NoteInput } from './cms-schema'

/** Limited, because each read of an order also reads all its notes. */
const maxNotes = 200

/** The order is locked. Throws `limit_reached`. */
export async function addNote(
  tx: Database,
  order_id: number,
  { text, pinned, for_parcel }: z.output<typeof NoteInput>,
  actor: Staff,
): Promise<void> {
  if ((await tx.$count(order_note, eq(order_note.order_id, order_id))) >= maxNotes)
    throw problem('limit_reached', { detail: `An order has at most ${maxNotes} notes.` })
  await tx.insert(order_note).values({ order_id, text, pinned, for_parcel, actor: actor.user_id })
}
