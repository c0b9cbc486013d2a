import { and, eq, inArray, isNull, not, notExists, or, sql } from 'drizzle-orm'
import { after_sale_picture } from '@/db/schema/after_sale'
import { file_object } from '@/db/schema/file'
import { user } from '@/db/schema/user'
import type { Caller } from '@/lib/kit/api/endpoint/caller'
import { invalid } from '@/lib/kit/api/endpoint/problem'
import { signedPath } from '@/lib/kit/api/endpoint/signed-path'
import type { Database } from '@/lib/kit/database'
import { filesPrefix } from '@/lib/kit/own-origins'
import { attachObjects, isImage, removeDue } from './objects'
import type { StoredFile } from './store'

/* Only the owner of a picture can use its id. An unused picture is removed a day later. */

const unusedUntil = sql`now() + interval '1 day'`

/** Validity for its owner. */
const addressSeconds = 3_600

/** The address is valid for an hour. */
export async function ownPicture(tx: Database, { objects }: StoredFile, user_id: number) {
  const [object] = objects
  if (!object) throw new Error('no picture was stored')
  await attachObjects(tx, objects, { user_id, remove_at: unusedUntil })
  return { id: object.id, url: pictureAddress(object.key) }
}

/**
 * `avatar_id` is kept from now on. null: no avatar; undefined: unchanged. Throws a 400 for another customer's picture,
 * and for a URL that a customer may not set.
 */
export async function ownAvatar(
  tx: Database,
  { user_id, kind }: Caller,
  { avatar_id, avatar_url }: { avatar_id?: number | undefined; avatar_url?: string | null | undefined },
): Promise<string | null | undefined> {
  if (avatar_id === undefined) {
    const isOwn = kind === 'staff' ? !avatar_url?.startsWith(`${filesPrefix}u/`) : !avatar_url?.startsWith(filesPrefix)
    if (isOwn || (await isCurrentAvatar(tx, user_id, avatar_url))) return avatar_url
    throw invalid('body', 'avatar_url', 'not_found', 'There is no such file of yours.')
  }
  if (avatar_url !== undefined)
    throw invalid('body', 'avatar_url', 'not_allowed', 'Give either avatar_id or avatar_url.')
  const [kept] = await tx
    .update(file_object)
    .set({ remove_at: null })
    .where(
      and(
        eq(file_object.id, avatar_id),
        eq(file_object.user_id, user_id),
        or(isNull(file_object.remove_at), sql`${file_object.remove_at} > now()`),
        inNoCase(tx),
      ),
    )
    .returning({ url: file_object.url })
  if (!kept) throw invalid('body', 'avatar_id', 'not_found', 'There is no such picture of yours.')
  return kept.url
}

/** Pictures of a case cannot be used elsewhere. */
const inNoCase = (tx: Database) =>
  and(
    isImage,
    notExists(
      tx
        .select({ id: after_sale_picture.object_id })
        .from(after_sale_picture)
        .where(eq(after_sale_picture.object_id, file_object.id)),
    ),
  )

/** Throws 400 `not_found` or `duplicate` at `field` of the body, with the position in the list. */
export async function keepPictures(
  tx: Database,
  user_id: number,
  ids: readonly number[],
  field: string,
): Promise<void> {
  if (ids.length === 0) return
  const twice = ids.findIndex((id, at) => ids.indexOf(id) < at)
  if (twice >= 0) throw invalid('body', `${field}.${twice}`, 'duplicate', 'This picture is given twice.')
  const kept = await tx
    .update(file_object)
    .set({ remove_at: null })
    .where(
      and(
        inArray(file_object.id, [...ids]),
        eq(file_object.user_id, user_id),
        // Used pictures have no such time.
        sql`${file_object.remove_at} > now()`,
        inNoCase(tx),
      ),
    )
    .returning({ id: file_object.id })
  const known = new Set(kept.map(({ id }) => id))
  const missing = ids.findIndex((id) => !known.has(id))
  if (missing >= 0) throw invalid('body', `${field}.${missing}`, 'not_found', 'There is no such picture of yours.')
}

/** Uploaded by staff and not used yet. Throws 400 `not_found` at `field` of the body. */
export async function giveFile(
  tx: Database,
  object_id: number,
  { from, to, field }: { from: number; to: number; field: string },
): Promise<void> {
  const given = await tx
    .update(file_object)
    .set({ remove_at: null, user_id: to })
    .where(
      and(
        eq(file_object.id, object_id),
        eq(file_object.user_id, from),
        sql`${file_object.remove_at} > now()`,
        not(isImage),
      ),
    )
    .returning({ id: file_object.id })
  if (given.length === 0) throw invalid('body', field, 'not_found', 'You have uploaded no such file in the last day.')
}

/** Valid for an hour, for users that may see the picture or invoice. */
export const pictureAddress = (key: string) => signedPath(`${filesPrefix}${key}`, addressSeconds)

/** For users that may see the file. */
export const withFile = <Row extends { file_key: string | null }>({ file_key, ...row }: Row) => ({
  ...row,
  file_url: file_key === null ? null : pictureAddress(file_key),
})

const isCurrentAvatar = async (tx: Database, user_id: number, url: string | null | undefined): Promise<boolean> =>
  typeof url === 'string' && (await tx.$count(user, and(eq(user.id, user_id), eq(user.avatar_url, url)))) > 0

/** Call the returned function after the commit: it removes due pictures. undefined: no uploaded picture. */
export async function releasePicture(
  tx: Database,
  user_id: number,
  url: string | null,
): Promise<(() => Promise<unknown>) | undefined> {
  if (!url?.startsWith(`${filesPrefix}u/`)) return undefined
  await release(tx, and(eq(file_object.user_id, user_id), eq(file_object.url, url)))
  return () => removeDue()
}

/** When the account is closed. */
export const releasePictures = (tx: Database, user_id: number) => release(tx, eq(file_object.user_id, user_id))

/** Such as the former file of an invoice. */
export const releaseFile = (tx: Database, object_id: number) => release(tx, eq(file_object.id, object_id))

const release = (tx: Database, condition: ReturnType<typeof and>) =>
  tx.update(file_object).set({ user_id: null, remove_at: sql`now()` }).where(condition)
