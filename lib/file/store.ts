import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { cleanedLine } from '@/lib/kit/api/endpoint/fields'
import type { ReceivedFile } from '@/lib/kit/api/run/body'
import { checkpoint } from '@/lib/kit/api/run/checkpoint'
import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection } from '@/lib/kit/database'
import type { Quota } from './limits'
import { discardObjects, type PreparedObject, prepareObjects, privateKeys, removeDue } from './objects'
import { cleanPicture, type Part } from './picture'
import { storage } from './storage'
import { fileTypes, type Mime, typeOf } from './types'

/** Not yet attached to a row. */
export interface StoredFile {
  /** The original and its variants. */
  objects: PreparedObject[]
  mime: Mime
  /** Bytes of the original. */
  size: number
  width: number | null
  height: number | null
}

interface StoreOptions {
  allowed: readonly Mime[]
  quota: Quota
  /** The owner: the picture is then smaller, without variants, and private. */
  customer?: number
  /** A random name, read only by signed addresses. */
  isPrivate?: boolean
}

/**
 * Call outside a transaction, and attach the objects in the transaction that writes their owner, or discard them.
 * Throws 400, 415, 409 `quota_exceeded` or 507 `storage_full`, and leaves no bytes then.
 */
export async function storeFile(
  file: ReceivedFile,
  { allowed, quota, customer, isPrivate = customer !== undefined }: StoreOptions,
): Promise<StoredFile> {
  const mime = await typeOf(file, allowed)
  const folder = await mkdtemp(join(tmpdir(), 'upload-'))
  try {
    const { parts, width, height } =
      fileTypes[mime].kind === 'image'
        ? await cleanPicture(file.path, mime, { folder, customer })
        : { parts: [{ path: file.path, mime, variant: null }], width: null, height: null }
    const measured = await Promise.all(parts.map(measure))
    const objects = await prepareObjects(
      measured.map((part) => ({ ...part, keys: isPrivate ? [randomKey(part)] : contentKeys(part) })),
      quota,
      customer,
    )
    await putAll(parts, objects)
    return { objects, mime: parts[0]?.mime ?? mime, size: measured[0]?.size ?? 0, width, height }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function putAll(parts: readonly Part[], objects: readonly PreparedObject[]): Promise<void> {
  try {
    for (const [at, { path }] of parts.entries()) {
      const object = objects[at]
      if (!object) throw new Error('a part of a file was not prepared')
      await storage().put(object.key, path)
    }
    checkpoint('file stored')
  } catch (error) {
    await giveUp(objects)
    throw error
  }
}

/** Never throws: bytes that cannot be removed now are removed a day later. */
async function giveUp(objects: readonly PreparedObject[]): Promise<void> {
  try {
    const { db } = await connection()
    await discardObjects(db, objects)
    await removeDue()
  } catch (error) {
    log().warn(describeError(error), 'the bytes of a refused file could not be removed')
  }
}

interface Measured extends Part {
  size: number
  sha256: string
}

async function measure(part: Part): Promise<Measured> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(part.path), hash)
  return { ...part, size: (await stat(part.path)).size, sha256: hash.digest('hex') }
}

const extensionOf = ({ mime }: Part) => fileTypes[mime].extension

/**
 * By month and hash, so that the content of an address never changes. Further keys have more digits of the hash, if
 * another file has the first.
 */
function contentKeys(part: Measured): string[] {
  const month = new Date().toISOString().slice(0, 7).replace('-', '/')
  const { sha256 } = part
  return Array.from(sha256.slice(15), (_, more) => `${month}/${sha256.slice(0, 16 + more)}.${extensionOf(part)}`)
}

const randomKey = (part: Part) => `${privateKeys}${randomBytes(24).toString('base64url')}.${extensionOf(part)}`

const maxNameLength = 128

/** One line without invisible characters, with an extension if the type is known. */
export function shownFileName({ name }: { name: string }, mime: Mime | undefined): string {
  const extension = mime ? `.${fileTypes[mime].extension}` : ''
  const cleaned = cleanedLine(name.replaceAll(/[\\/]/g, ' '))
  const dot = cleaned.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [cleaned.slice(0, dot), cleaned.slice(dot)] : [cleaned, extension]
  // AVIF and GIF are stored as WebP.
  const isCurrent = end.length <= 10 && !(mime === 'image/webp' && ['.avif', '.gif'].includes(end.toLowerCase()))
  const kept = isCurrent ? end : extension
  const shortened = [...stem].slice(0, maxNameLength - kept.length).join('')
  return `${shortened.slice(0, maxNameLength - kept.length).toWellFormed() || 'file'}${kept}`
}
