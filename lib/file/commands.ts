import { and, eq, isNull, sql } from 'drizzle-orm'
import { file, file_folder, file_object, file_use } from '@/db/schema/file'
import { invalid, problem } from '@/lib/kit/api/endpoint/problem'
import { deleteRow, getRow, lockRow, type RowOf, refuseStale, updateRow } from '@/lib/kit/api/rows/rows'
import type { ReceivedFile } from '@/lib/kit/api/run/body'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { ChangedMeanwhile } from '@/lib/kit/api/run/retries'
import type { Settings } from '@/lib/kit/config/registry'
import type { Database } from '@/lib/kit/database'
import { quotaOf } from './limits'
import { attachObjects, discardObjects, replacedUntil } from './objects'
import { findDuplicate } from './queries'
import { type StoredFile, shownFileName, storeFile } from './store'
import { allowedTypes, fileTypes } from './types'
import { countUses, lockRecords, readUses, rewriteUse, rewrittenUses, snapshotTable } from './uses'

/** Uses that a refused deletion lists. */
const namedUses = 20
/** Records that one replacement of a file may rewrite, because it locks them all at once. */
const maxRewritten = 200

interface Received {
  file: ReceivedFile
  settings: Settings
}

export const contentOf = ({ mime, size, width, height }: StoredFile) => ({
  kind: fileTypes[mime].kind,
  mime,
  size,
  width,
  height,
})

/** undefined: a file with the same source exists. Throws 400 at `folder_id`, or the errors of {@link storeFile}. */
export async function storeNew(
  db: Database,
  { file: received, settings, folder_id }: Received & { folder_id: number | null },
): Promise<StoredFile | undefined> {
  if (folder_id !== null && (await db.$count(file_folder, eq(file_folder.id, folder_id))) === 0)
    throw invalid('body', 'folder_id', 'not_found', 'There is no such folder.')
  if ((await findDuplicate(db, received.sha256)) !== undefined) return undefined
  return store({ file: received, settings })
}

const store = ({ file: received, settings }: Received) =>
  storeFile(received, { allowed: allowedTypes(settings), quota: quotaOf(settings) })

/**
 * For {@link replaceFile}, which must follow. Throws `not_found`, `stale_version`, `in_use` while the file is pending,
 * `already_exists` for the source of another file, 400 `unchanged`, or the errors of {@link storeFile}.
 */
export async function storeReplacement(
  db: Database,
  id: number,
  { version, ...received }: Received & { version?: number | undefined },
): Promise<StoredFile> {
  const row = await getRow(db, file, id)
  await refuseStale(db, row, version)
  if (row.status === 'pending') throw problem('in_use', { detail: 'The file is still being processed.' })
  const duplicate = await findDuplicate(db, received.file.sha256)
  if (duplicate === id) throw invalid('body', 'file', 'unchanged', 'The file has this content already.')
  if (duplicate !== undefined)
    throw problem('already_exists', {
      detail: `file: The file ${duplicate} has this content.`,
      members: { file: await namedFile(db, duplicate) },
      invalid_params: [{ in: 'body', name: 'file', reason: 'Another file has this content.', code: 'already_exists' }],
    })
  return store(received)
}

/** Undefined if the file was deleted meanwhile. */
async function namedFile(db: Database, id: number): Promise<{ id: number; name: string } | undefined> {
  const [row] = await db.select({ id: file.id, name: file.name }).from(file).where(eq(file.id, id))
  return row
}

/** `duplicate`: an existing file has the source. Throws `unavailable` if this file was deleted meanwhile. */
export async function insertFile(
  tx: Database,
  stored: StoredFile | undefined,
  { file: received, folder_id, user_id }: { file: ReceivedFile; folder_id: number | null; user_id: number },
): Promise<{ id: number; duplicate: boolean }> {
  if (stored) {
    const [row] = await tx
      .insert(file)
      .values({
        ...contentOf(stored),
        folder_id,
        name: shownFileName(received, stored.mime),
        source_sha256: received.sha256,
        uploaded_by: user_id,
        updated_by: user_id,
      })
      .onConflictDoNothing({ target: file.source_sha256 })
      .returning({ id: file.id })
    if (row) {
      await attachObjects(tx, stored.objects, { file_id: row.id })
      checkpoint('file written')
      return { id: row.id, duplicate: false }
    }
    await discardObjects(tx, stored.objects)
  }
  const id = await findDuplicate(tx, received.sha256)
  if (id === undefined)
    throw problem('unavailable', {
      detail: 'The same file was deleted at this moment. Send it again.',
      headers: { 'retry-after': '1' },
    })
  return { id, duplicate: true }
}

/** Schedules the removal of the bytes. Throws `not_found`, or `in_use` with the first 20 uses and their number. */
export async function removeFile(tx: Database, id: number): Promise<RowOf<typeof file>> {
  await lockRow(tx, file, id, { mode: 'update' })
  const total = await countUses(tx, id)
  if (total > 0) {
    const uses = await readUses(tx, id, { limit: namedUses, offset: 0 })
    throw problem('in_use', { detail: `The file is used in ${total} places.`, members: { uses, total } })
  }
  await tx.update(file_object).set({ file_id: null, remove_at: sql`now()` }).where(eq(file_object.file_id, id))
  const deleted = await deleteRow(tx, file, id)
  checkpoint('file deleted')
  return deleted
}

/**
 * Rewrites the records with the file, except orders. The previous bytes stay for 30 days, or forever if in an order.
 * Throws `not_found`, `stale_version`, `already_exists` (source of another file), `in_use` (over 200 uses).
 */
export async function replaceFile(
  tx: Database,
  id: number,
  stored: StoredFile,
  { file: received, version, user_id }: { file: ReceivedFile; version?: number | undefined; user_id: number },
): Promise<void> {
  // Records come before files in the order of locks.
  const uses = await rewrittenUses(tx, id)
  refuseTooMany(uses.length)
  await lockRecords(tx, uses)
  await lockRow(tx, file, id, { mode: 'update', version })
  // No further use can begin. Uses that began meanwhile cannot be locked now, because the order of locks forbids it.
  const current = await rewrittenUses(tx, id)
  const keyOf = ({ table, record_id }: (typeof uses)[number]) => `${table} ${record_id}`
  const locked = new Set(uses.map(keyOf))
  if (current.some((use) => !locked.has(keyOf(use)))) throw new ChangedMeanwhile(`file ${id} has got further uses`)
  const shownByOrder = await tx.$count(file_use, and(eq(file_use.file_id, id), eq(file_use.table, snapshotTable)))
  const old = await tx
    .update(file_object)
    .set({ replaced_at: sql`now()`, remove_at: shownByOrder > 0 ? null : replacedUntil })
    .where(and(eq(file_object.file_id, id), isNull(file_object.replaced_at)))
    .returning({ url: file_object.url, width: file_object.width })
  await attachObjects(tx, stored.objects, { file_id: id })
  const fresh = await tx
    .select({ url: file_object.url, width: file_object.width })
    .from(file_object)
    .where(and(eq(file_object.file_id, id), isNull(file_object.replaced_at)))
  const original = fresh.find(({ width }) => width === null)?.url ?? ''
  const addresses = new Map(
    old.map(({ url, width }) => [url, fresh.find((object) => object.width === width)?.url ?? original]),
  )
  for (const use of current) await rewriteUse(tx, use, { addresses, updated_by: user_id })
  await updateRow(tx, file, id, { ...contentOf(stored), source_sha256: received.sha256, updated_by: user_id })
  checkpoint('file written')
}

function refuseTooMany(uses: number): void {
  if (uses > maxRewritten)
    throw problem('in_use', { detail: `The file is used in ${uses} places; at most ${maxRewritten} can be rewritten.` })
}
