import { createReadStream } from 'node:fs'
import { extname } from 'node:path'
import { Readable } from 'node:stream'
import { and, eq, sql } from 'drizzle-orm'
import { file_object } from '@/db/schema/file'
import { user } from '@/db/schema/user'
import { clientInterface } from '@/lib/kit/api/endpoint/interface'
import { signedFor } from '@/lib/kit/api/endpoint/signed-path'
import type { Handler } from '@/lib/kit/api/run/handler'
import { options, refuse } from '@/lib/kit/api/run/respond'
import type { Answer } from '@/lib/kit/api/run/response'
import { connection } from '@/lib/kit/database'
import { filesPrefix } from '@/lib/kit/own-origins'
import { findLocal } from './storage'
import { mimeOfExtension } from './types'
import { uploadThing } from './uploadthing'
import { signedAddress } from './uploadthing-storage'

/** The path is for logs. As in `clientInterface`, pages of any origin may show the files. */
const route = { path: '/files/{key}', interface: clientInterface }
const allow = 'GET, HEAD, OPTIONS'
/** Validity of a redirect to an avatar, which is public. */
const avatarSeconds = 3_600

/**
 * Cached forever, as the content of an address never changes. A customer's picture needs a signed address and is not
 * cached, unless it is an avatar; in UploadThing, it is a redirect.
 */
export const serveFile: Handler = async (request) => {
  const { method } = request
  if (method === 'OPTIONS') return options(request, route, allow)
  if (method !== 'GET' && method !== 'HEAD') return refuse(request, route, 'method_not_allowed', allow)
  const { pathname, searchParams } = new URL(request.url)
  const key = pathname.slice(filesPrefix.length)
  const found = await findLocal(key)
  const type = mimeOfExtension(extname(key).slice(1))
  const isPicture = key.startsWith('u/')
  const signed = signedFor(pathname, searchParams)
  if (isPicture && !found && type && uploadThing() && (signed > 0 || (await isAvatar(pathname))))
    return {
      status: 302,
      body: null,
      // The redirect target expires together with this address.
      headers: { location: await signedAddress(key, signed || avatarSeconds), 'cache-control': 'private, no-store' },
    }
  const isPublic = found && (!isPicture || (await isAvatar(pathname)))
  if (!found || !type || !(isPublic || signed > 0)) return refuse(request, route, 'not_found')
  const etag = `"${key.slice(key.lastIndexOf('/') + 1)}"`
  const headers: Answer['headers'] = {
    etag,
    'cache-control': isPublic ? 'public, max-age=31536000, immutable' : 'private, no-store',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  }
  if (isListed(etag, request.headers.get('if-none-match'))) return { status: 304, body: null, headers }
  Object.assign(headers, { 'content-type': type, 'accept-ranges': 'bytes' })
  const ifRange = request.headers.get('if-range')
  const range = ifRange === null || ifRange === etag ? rangeOf(request.headers.get('range'), found.size) : undefined
  if (range === 'unsatisfiable')
    return { status: 416, body: null, headers: { ...headers, 'content-range': `bytes */${found.size}` } }
  const { start, end } = range ?? { start: 0, end: found.size - 1 }
  headers['content-length'] = String(end - start + 1)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${found.size}`
  const status = range ? 206 : 200
  if (method === 'HEAD') return { status, body: null, headers }
  return { status, body: streamOf(found.path, { start, end }), headers }
}

const streamOf = (path: string, range: { start: number; end: number }): ReadableStream<Uint8Array> => {
  const file = createReadStream(path, range)
  const iterator: AsyncIterator<Uint8Array> = Readable.prototype[Symbol.asyncIterator].call(file)
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await iterator.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void file.destroy(),
    },
    { highWaterMark: 1 },
  )
}

const isListed = (etag: string, header: string | null) =>
  header?.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, ''))) ?? false

/** Including both ends. undefined: no, several or invalid ranges, so the whole file. `unsatisfiable`: after the end. */
function rangeOf(header: string | null, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (!first && !last) return undefined
  const start = first ? Number(first) : Math.max(0, size - Number(last))
  const end = first && last ? Math.min(Number(last), size - 1) : size - 1
  if (first && last && Number(last) < Number(first)) return undefined
  return start < size && start <= end ? { start, end } : 'unsatisfiable'
}

async function isAvatar(url: string): Promise<boolean> {
  const { db } = await connection()
  const [found] = await db
    .select({ one: sql`1` })
    .from(file_object)
    .innerJoin(user, eq(user.id, file_object.user_id))
    .where(and(eq(file_object.url, url), eq(user.avatar_url, url)))
  return found !== undefined
}
