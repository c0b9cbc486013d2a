import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { file, file_folder, file_object } from '@/db/schema/file'
import { Problem, problem } from '@/lib/kit/api/endpoint/problem'
import { updateRow } from '@/lib/kit/api/rows/rows'
import type { ReceivedFile } from '@/lib/kit/api/run/body'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import type { Settings } from '@/lib/kit/config/registry'
import { connection, type Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { runBatches } from '@/lib/kit/job/claim'
import { contentOf } from './commands'
import { maxDirectSize, quotaOf } from './limits'
import { attachObjects, discardObjects } from './objects'
import { findDuplicate } from './queries'
import { shownFileName, storeFile } from './store'
import { allowedTypes, fileTypes, isMime } from './types'
import { readUploaded } from './uploadthing-storage'

/* A direct upload is pending, without an address, until its bytes were checked and stored like every other file. */

interface ReportedUpload {
  /** Chosen by the shop when the upload was announced. */
  key: string
  name: string
  /** Declared by the browser. */
  type: string
  folder_id: number | null
  user_id: number
}

/** undefined: no such upload. A repeated report changes nothing. */
export async function insertPending(tx: Database, { key, name, type, ...uploader }: ReportedUpload) {
  const [object] = await tx
    .select({ id: file_object.id, size: file_object.size, file_id: file_object.file_id })
    .from(file_object)
    .where(and(eq(file_object.storage, 'uploadthing'), eq(file_object.key, key)))
    .for('update')
  if (!object || object.file_id !== null) return object?.file_id ?? undefined
  const isKnown = isMime(type)
  const folder = uploader.folder_id ?? 0
  const hasFolder = folder > 0 && (await tx.$count(file_folder, eq(file_folder.id, folder))) > 0
  const [row] = await tx
    .insert(file)
    .values({
      status: 'pending',
      kind: isKnown ? fileTypes[type].kind : 'document',
      mime: isKnown ? type : 'application/octet-stream',
      size: object.size,
      name: shownFileName({ name }, isKnown ? type : undefined),
      folder_id: hasFolder ? folder : null,
      uploaded_by: uploader.user_id,
      updated_by: uploader.user_id,
    })
    .returning({ id: file.id })
  if (!row) throw new Error('the row of a file was not written')
  // The bytes stay due for removal in a day, because no record may use unchecked bytes.
  await tx.update(file_object).set({ file_id: row.id }).where(eq(file_object.id, object.id))
  return row.id
}

/** Ready, a duplicate of another file, or refused. */
type Processed = { file_id: number; duplicate: boolean } | { refused: Problem }

/**
 * undefined: not pending any more. Throws temporary errors, after which the file stays pending. Of concurrent calls,
 * only the first one to finish changes the file.
 */
export async function processPending(id: number, settings: Settings): Promise<Processed | undefined> {
  const { db, transaction } = await connection()
  const [pending] = await db
    .select({ name: file.name, size: file.size, mime: file.mime, key: file_object.key })
    .from(file)
    .innerJoin(file_object, eq(file_object.file_id, file.id))
    .where(and(eq(file.id, id), eq(file.status, 'pending'), isNull(file_object.replaced_at)))
  if (!pending) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  try {
    const received = await download(pending, join(folder, 'received'))
    const duplicate = await findDuplicate(db, received.sha256)
    if (duplicate !== undefined) {
      await transaction((tx) => removePending(tx, id))
      return { file_id: duplicate, duplicate: true }
    }
    const allowed = allowedTypes(settings)
    // The uploaded bytes are already counted.
    const quota = quotaOf(settings)
    const stored = await storeFile(received, { allowed, quota: { ...quota, all: quota.all + pending.size } })
    const isWritten = await transaction(async (tx) => {
      const [row] = await tx
        .select({ status: file.status, name: file.name })
        .from(file)
        .where(eq(file.id, id))
        .for('update')
      if (row?.status !== 'pending') {
        await discardObjects(tx, stored.objects)
        return false
      }
      await giveUpSent(tx, id)
      await attachObjects(tx, stored.objects, { file_id: id })
      // Adds the extension, which is known only now.
      const name = shownFileName({ name: row.name }, stored.mime)
      await updateRow(tx, file, id, {
        ...contentOf(stored),
        name,
        status: 'ready',
        source_sha256: received.sha256,
        updated_by: null,
      })
      return true
    })
    checkpoint('file written')
    return isWritten ? { file_id: id, duplicate: false } : undefined
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500) throw error
    await transaction((tx) => removePending(tx, id))
    return { refused: error }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Throws 413 if the uploaded file is larger than allowed. */
async function download(
  { key, name, mime }: { key: string; name: string; mime: string },
  path: string,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  const max = maxDirectSize(env())
  let size = 0
  const counted = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > max) throw problem('payload_too_large', { detail: `The file may have at most ${max} bytes.` })
      hash.update(chunk)
      yield chunk
    }
  }
  await pipeline(Readable.from(await readUploaded(key)), counted, createWriteStream(path, { mode: 0o600 }))
  return { path, name, type: mime, size, sha256: hash.digest('hex') }
}

/** Schedules the removal of its bytes. */
async function removePending(tx: Database, id: number): Promise<void> {
  const [row] = await tx
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, id), eq(file.status, 'pending')))
    .for('update')
  if (!row) return
  await giveUpSent(tx, id)
  await tx.delete(file).where(eq(file.id, id))
}

/** In a minute, because the storage may still be reporting the upload to the browser. */
const giveUpSent = (tx: Database, id: number) =>
  tx
    .update(file_object)
    .set({ file_id: null, remove_at: sql`now() + interval '1 minute'` })
    .where(eq(file_object.file_id, id))

const batch = 10

/** Files pending for two minutes; retried every two minutes, deleted after a day. `refused` includes deleted ones. */
export const processDue = (settings: Settings, until?: number) =>
  runBatches(async () => {
    const { db, transaction } = await connection()
    const due = db
      .select({ id: file.id })
      .from(file)
      .where(and(eq(file.status, 'pending'), sql`${file.updated_at} < now() - interval '2 minutes'`))
      .orderBy(file.id)
      .limit(batch)
      .for('update', { skipLocked: true })
    const claimed = await db
      .update(file)
      .set({ updated_at: sql`now()` })
      .where(sql`${file.id} in ${due}`)
      .returning({ id: file.id, is_old: sql<boolean>`${file.created_at} < now() - interval '1 day'` })
    const done = { processed: 0, refused: 0 }
    for (const { id, is_old } of claimed) {
      try {
        const processed = is_old ? undefined : await processPending(id, settings)
        if (is_old) await transaction((tx) => removePending(tx, id))
        if (processed && 'file_id' in processed) done.processed++
        else done.refused++
      } catch (error) {
        log().warn({ file_id: id, ...describeError(error) }, 'an uploaded file could not be processed')
      }
    }
    return { claimed: claimed.length, done }
  }, until)
