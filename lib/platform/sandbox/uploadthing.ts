import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { eq, inArray, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { sandbox_account, sandbox_upload } from '@/db/schema/sandbox'
import { describeError } from '@/lib/kit/api/run/failure'
import { log } from '@/lib/kit/api/run/log'
import { connection } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { sandboxAccount } from './account'
import { type UploadFault, uploadFaults } from './faults'
import { fetchShop } from './to-shop'
import { uploadThingApp, uploadThingFiles, uploadThingKey, uploadThingRoot } from './uploadthing-account'

/*
 * The protocol of UploadThing's library: the shop signs upload URLs, the platform signs callbacks. The state is in the
 * database. Unlike the real platform, receives a file in one piece.
 */

type Upload = typeof sandbox_upload.$inferSelect

/** As UploadThing responds. */
class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message)
  }
}

const maxBytes = 32 * 1024 * 1024

const fault = z.enum(uploadFaults).nullable()

/** By a browser or by the shop itself. */
export async function planUploadFault(upload_fault: UploadFault) {
  await sandboxAccount()
  const { db } = await connection()
  await db.update(sandbox_account).set({ upload_fault })
  return { state: upload_fault }
}

async function takeFault(): Promise<UploadFault | null> {
  await sandboxAccount()
  const { db } = await connection()
  const planned = db.select({ fault: sandbox_account.upload_fault }).from(sandbox_account).for('update').as('planned')
  const [taken] = await db
    .update(sandbox_account)
    .set({ upload_fault: null })
    .from(planned)
    .where(sql`planned.upload_fault is not null`)
    .returning({ fault: sql<string | null>`planned.upload_fault` })
  return fault.parse(taken?.fault ?? null)
}

/** Never rejects. */
export async function answerUploadThing(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url)
  const [base, ...rest] = pathname.slice(uploadThingRoot.length + 1).split('/')
  try {
    if (base === 'ingest') return await answerIngest(request, rest.join('/'))
    if (base === 'api' && request.method === 'POST') return await answerApi(request, rest.join('/'))
    if (base === 'a' && rest[0] === uploadThingApp && rest[1]) return await answerFile(request, rest[1])
    throw new Refused(404, 'Not found')
  } catch (error) {
    if (error instanceof Refused) return Response.json({ error: error.message }, { status: error.status })
    log().error({ path: pathname, ...describeError(error) }, 'the simulated UploadThing failed')
    return Response.json({ error: 'Internal server error' }, { status: 500 })
  }
}

async function answerIngest(request: Request, path: string): Promise<Response> {
  const { method } = request
  if (method === 'POST' && path === 'route-metadata') return announce(await shopBody(request, Announcement))
  if (method === 'POST' && path === 'callback-result') return keepResult(await shopBody(request, CallbackResult))
  const query = signedQuery(request)
  if (method === 'HEAD') return new Response(null, { headers: { 'x-ut-range-start': '0' } })
  if (method === 'PUT') return receive(request, path, query)
  throw new Refused(405, 'Method not allowed')
}

const Announcement = z.object({
  fileKeys: z.array(z.string()),
  metadata: z.record(z.string(), z.unknown()),
  callbackUrl: z.url(),
  callbackSlug: z.string(),
})

const CallbackResult = z.object({ fileKey: z.string(), callbackData: z.unknown() })

/** 401 without the API key, which only the shop has; 400 for an invalid body. */
async function shopBody<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  if (!isEqual(request.headers.get('x-uploadthing-api-key') ?? '', uploadThingKey()))
    throw new Refused(401, 'Invalid API key')
  const parsed = schema.safeParse(await request.json().catch(() => undefined))
  if (!parsed.success) throw new Refused(400, 'Invalid request body')
  return parsed.data
}

const isEqual = (given: string, expected: string) => {
  const [a, b] = [given, expected].map((text) => createHash('sha256').update(text).digest())
  return a !== undefined && b !== undefined && timingSafeEqual(a, b)
}

const hmac = (text: string, key = uploadThingKey()) =>
  `hmac-sha256=${createHmac('sha256', key).update(text).digest('hex')}`

/** 403 if the signature is wrong or the URL has expired. */
function signedQuery(request: Request): URLSearchParams {
  const { pathname, search, searchParams } = new URL(request.url)
  const at = search.lastIndexOf('&signature=')
  const isSigned =
    at > 0 &&
    ['http', 'https'].some((protocol) => {
      // The shop may be reached under several host names. The signature has the host of BASE_URL.
      const host = new URL(env().BASE_URL).host
      return isEqual(
        searchParams.get('signature') ?? '',
        hmac(`${protocol}://${host}${pathname}${search.slice(0, at)}`),
      )
    })
  if (!isSigned) throw new Refused(403, 'Invalid signature')
  if (Number(searchParams.get('expires')) < Date.now()) throw new Refused(403, 'The address has expired')
  return searchParams
}

async function announce({ fileKeys, metadata, callbackUrl, callbackSlug }: z.output<typeof Announcement>) {
  const planned = await takeFault()
  const { db } = await connection()
  const rows = fileKeys.map((key, at) => ({
    key,
    metadata,
    callback_url: callbackUrl,
    callback_slug: callbackSlug,
    fault: at === 0 ? planned : null,
  }))
  await db.insert(sandbox_upload).values(rows)
  return Response.json({ ok: true })
}

async function keepResult({ fileKey, callbackData }: z.output<typeof CallbackResult>) {
  const { db } = await connection()
  await db.update(sandbox_upload).set({ server_data: callbackData }).where(eq(sandbox_upload.key, fileKey))
  return Response.json({ ok: true })
}

async function receive(request: Request, key: string, query: URLSearchParams): Promise<Response> {
  const { db } = await connection()
  const [announced] = await db.select().from(sandbox_upload).where(eq(sandbox_upload.key, key))
  const fault = announced ? announced.fault : await takeFault()
  if (fault === 'away') throw new Refused(503, 'Service unavailable')
  if (fault === 'too_large') throw new Refused(413, 'The file is too large')
  if (fault === 'wrong_type') throw new Refused(415, 'The file has another type')
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw new Refused(413, 'The file is too large')
  const form = await request.formData().catch(() => {
    throw new Refused(400, 'The form is incomplete')
  })
  const file = form.get('file')
  if (!(file instanceof Blob)) throw new Refused(400, 'There is no file')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const given = (name: string) => {
    const value = query.get(`x-ut-${name}`)
    return value === null ? null : decodeURIComponent(value)
  }
  if (bytes.length !== Number(given('file-size'))) throw new Refused(400, 'The file does not have the announced size')
  const values = {
    custom_id: given('custom-id'),
    name: given('file-name'),
    mime: given('file-type'),
    acl: given('acl'),
    bytes,
  }
  const [upload] = await db
    .insert(sandbox_upload)
    .values({ key, ...values })
    .onConflictDoUpdate({ target: sandbox_upload.key, set: values })
    .returning()
  if (!upload) throw new Error('the upload was not written')
  if (announced) await callBack(upload, bytes)
  const [done] = await db
    .select({ server_data: sandbox_upload.server_data })
    .from(sandbox_upload)
    .where(eq(sandbox_upload.key, key))
  return Response.json({ ...addressesOf(upload, bytes), serverData: done?.server_data ?? null })
}

function addressesOf({ key }: Upload, bytes: Uint8Array) {
  const url = `${env().BASE_URL}${uploadThingFiles}${key}`
  return { url, appUrl: url, ufsUrl: url, fileHash: createHash('md5').update(bytes).digest('hex') }
}

/** At the URL of the announcement. */
async function callBack(upload: Upload, bytes: Uint8Array): Promise<void> {
  const { key, name, mime, custom_id, metadata, callback_url, callback_slug, fault } = upload
  if (fault === 'no_callback') return
  const body = JSON.stringify({
    status: 'uploaded',
    metadata,
    origin: fault === 'wrong_origin' ? 'https://elsewhere.example' : `${env().BASE_URL}${uploadThingRoot}/ingest`,
    file: {
      key,
      name,
      size: bytes.length,
      type: mime,
      customId: custom_id,
      lastModified: Date.now(),
      ...addressesOf(upload, bytes),
    },
  })
  const signature = hmac(body, fault === 'forged_callback' ? 'sk_another_key' : undefined)
  const attempts = fault === 'repeated_callback' ? 2 : 1
  for (let attempt = 0; attempt < attempts; attempt++) {
    await fetchShop(`${callback_url}?slug=${callback_slug}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'uploadthing-hook': 'callback',
        'x-uploadthing-signature': signature,
      },
      body,
    })
  }
}

const Deletion = z.object({ fileKeys: z.array(z.string()).default([]), customIds: z.array(z.string()).default([]) })

async function answerApi(request: Request, path: string): Promise<Response> {
  if (path !== 'v6/deleteFiles') throw new Refused(404, 'Not found')
  const { fileKeys, customIds } = await shopBody(request, Deletion)
  const { db } = await connection()
  const deleted = await db
    .delete(sandbox_upload)
    .where(or(inArray(sandbox_upload.key, fileKeys), inArray(sandbox_upload.custom_id, customIds)))
    .returning({ id: sandbox_upload.id })
  return Response.json({ success: true, deletedCount: deleted.length })
}

/** Other types are downloaded, because an HTML page on the host of the shop could act for the user. */
const shown = /^(?:image\/(?:jpeg|png|webp|gif|avif)|video\/mp4|application\/pdf)$/

async function answerFile(request: Request, id: string): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new Refused(405, 'Method not allowed')
  const { db } = await connection()
  const [file] = await db
    .select()
    .from(sandbox_upload)
    .where(or(eq(sandbox_upload.key, id), eq(sandbox_upload.custom_id, id)))
  if (!file?.bytes) throw new Refused(404, 'Not found')
  if (file.acl === 'private') signedQuery(request)
  const type = file.mime && shown.test(file.mime) ? file.mime : undefined
  return new Response(request.method === 'HEAD' ? null : Uint8Array.from(file.bytes), {
    headers: {
      'content-type': type ?? 'application/octet-stream',
      'content-length': String(file.bytes.length),
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'cache-control': file.acl === 'private' ? 'private, no-store' : 'public, max-age=31536000, immutable',
      ...(!type && { 'content-disposition': 'attachment' }),
    },
  })
}
