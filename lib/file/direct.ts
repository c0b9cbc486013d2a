import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { file_folder } from '@/db/schema/file'
import { endpoint, permission, provider } from '@/lib/kit/api/endpoint/endpoint'
import { id, line } from '@/lib/kit/api/endpoint/fields'
import { noInterface } from '@/lib/kit/api/endpoint/interface'
import { invalid, type ProblemCode, problem } from '@/lib/kit/api/endpoint/problem'
import { raw } from '@/lib/kit/api/run/body'
import { describeError } from '@/lib/kit/api/run/failure'
import { type Handler, handlerOf } from '@/lib/kit/api/run/handler'
import { log } from '@/lib/kit/api/run/log'
import type { Settings } from '@/lib/kit/config/registry'
import { currentSettings } from '@/lib/kit/config/settings'
import { connection, type Database } from '@/lib/kit/database'
import { env } from '@/lib/kit/env'
import { maxDirectSize, quotaOf } from './limits'
import { type PreparedObject, prepareObjects } from './objects'
import { insertPending, processPending } from './pending'
import { allowedTypes } from './types'
import { uploadPath } from './upload-path'
import { type UploadThing, uploadThing } from './uploadthing'

/*
 * The route of the library `uploadthing`, called by browsers that announce files, and by the platform when these have
 * arrived. Announcements pass the pipeline like every write of the admin.
 */

const AnnouncedFile = z.object({
  name: line(1, 255),
  size: z.int().min(1),
  type: line(0, 100),
  lastModified: z.number().optional(),
})

const DirectInput = z.strictObject({ folder_id: id.nullable() })

const Announcement = z.object({
  files: z.array(AnnouncedFile).min(1).max(10),
  input: DirectInput,
})

const Announced = z.object({ url: z.string(), key: z.string(), name: z.string(), customId: z.string().nullable() })

/** As the audit log stores it. */
const DirectUpload = z.object({ name: z.string(), size: z.int(), folder_id: id.nullable() })

const announceUploads = endpoint({
  method: 'POST',
  path: uploadPath,
  summary: 'Announce files that the browser uploads to UploadThing',
  access: permission('cms.file.create'),
  query: z.object({ actionType: z.literal('upload'), slug: z.literal('file') }),
  body: Announcement,
  output: z.array(Announced),
  // The addresses are signed: they permit the uploads.
  answers_secret: true,
  // The rows are committed before the platform is called.
  transaction: 'manual',
  async handle({ db, body: { files, input }, settings, caller, recorder }) {
    const platform = uploadThing()
    if (!platform)
      throw problem('not_found', { detail: 'Files are uploaded to this server: send them to POST /cms/file.' })
    await refuse(db, { files, input, settings })
    const objects = await prepareObjects(files.map(objectOf), quotaOf(settings))
    const addresses = await announceTo(platform, {
      files,
      ids: objects.map(({ key }) => key),
      metadata: { user_id: caller.user_id, folder_id: input.folder_id },
    })
    for (const [at, { id: object_id }] of objects.entries())
      recorder.audit({ target: ['file_object', object_id], as: DirectUpload, after: { ...files[at], ...input } })
    return addresses
  },
})

type Files = z.output<typeof AnnouncedFile>[]

/** Before the upload: 413 for the size, 415 for the type, or 400 at `input.folder_id`. */
async function refuse(
  db: Database,
  { files, input, settings }: z.output<typeof Announcement> & { settings: Settings },
): Promise<void> {
  const max = maxDirectSize(env())
  if (files.some(({ size }) => size > max))
    throw problem('payload_too_large', { detail: `A file may have at most ${max} bytes.` })
  const allowed: readonly string[] = allowedTypes(settings)
  // Browsers do not recognize every type; then the content is checked later.
  if (files.some(({ type }) => type !== '' && !allowed.includes(type)))
    throw problem('unsupported_media_type', { detail: `These types are accepted: ${allowed.join(', ')}.` })
  if (input.folder_id !== null && (await db.$count(file_folder, eq(file_folder.id, input.folder_id))) === 0)
    throw invalid('body', 'input.folder_id', 'not_found', 'There is no such folder.')
}

const objectOf = ({ size, type }: Files[number]) => ({
  keys: [`direct-${randomBytes(24).toString('base64url')}`],
  mime: type || 'application/octet-stream',
  size,
  variant: null,
})

interface AnnouncementTo {
  files: Files
  /** Chosen by the shop. */
  ids: PreparedObject['key'][]
  metadata: z.output<typeof Metadata>
}

/** UploadThing returns this with the callback. */
const Metadata = z.object({ user_id: id, folder_id: id.nullable() })

/** Throws 502 `provider_error`. */
async function announceTo(platform: UploadThing, announcement: AnnouncementTo) {
  let failure: unknown
  const response = await handle(
    platform,
    new Request(`${platform.options.callbackUrl}?actionType=upload&slug=file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ files: announcement.files, input: { folder_id: announcement.metadata.folder_id } }),
    }),
    {
      announcement,
      // Otherwise the library does not report that the platform did not respond.
      onFailure: (reason) => {
        failure = reason
      },
    },
  )
  const cause = failure ?? (response.ok ? undefined : new Error(`the library answered ${response.status}`))
  if (cause) throw problem('provider_error', { detail: 'The storage of files did not answer. Try again.', cause })
  return z.array(Announced).parse(await response.json())
}

interface HandleOptions {
  announcement?: AnnouncementTo
  onFailure?: (reason: unknown) => void
}

/** For the library's client in the browser. */
export type UploadRouter = Awaited<ReturnType<typeof routerFor>>

/** The library is loaded on first use, which takes a second. */
async function handle({ options }: UploadThing, request: Request, { announcement, onFailure }: HandleOptions) {
  const { createRouteHandler } = await import('uploadthing/server')
  const watched: typeof fetch = async (...given) => {
    try {
      const response = await options.fetch(...given)
      if (!response.ok) onFailure?.(new Error(`UploadThing answered ${response.status}`))
      return response
    } catch (error) {
      onFailure?.(error)
      throw error
    }
  }
  const config = { ...options, fetch: watched, handleDaemonPromise: 'await' } as const
  return createRouteHandler({ router: await routerFor(announcement), config })(request)
}

async function routerFor(announcement: AnnouncementTo | undefined) {
  const { createUploadthing, UTFiles } = await import('uploadthing/server')
  const route = createUploadthing()
  return {
    file: route({ blob: { maxFileSize: '16MB', maxFileCount: 10 } }, { awaitServerData: true })
      .input(DirectInput)
      .middleware(({ files }) => {
        const ids = announcement?.ids ?? []
        return {
          ...announcement?.metadata,
          [UTFiles]: files.map((file, at) => ({ ...file, customId: ids[at] ?? null })),
        }
      })
      .onUploadComplete(({ metadata, file }) => complete(Metadata.parse(metadata), file)),
  }
}

/** For the browser. Also for a pending file; undefined: no such upload. */
type Completed = { file_id: number; duplicate: boolean } | { code: ProblemCode; detail: string } | undefined

/** A file that cannot be processed now stays pending for a job. */
async function complete(
  { user_id, folder_id }: z.output<typeof Metadata>,
  { customId, name, type }: { customId: string | null; name: string; type: string },
): Promise<Completed> {
  const { db, transaction } = await connection()
  const file_id = await transaction((tx) => insertPending(tx, { key: customId ?? '', name, type, folder_id, user_id }))
  if (file_id === undefined) return undefined
  try {
    const processed = await processPending(file_id, await currentSettings(db))
    if (!processed) return { file_id, duplicate: false }
    return 'refused' in processed ? { code: processed.refused.code, detail: processed.refused.message } : processed
  } catch (error) {
    log().warn({ file_id, ...describeError(error) }, 'an uploaded file could not be processed yet')
    return { file_id, duplicate: false }
  }
}

/** Signed over the body. The library verifies the signature too, and builds the response. */
export const receiveUpload = endpoint({
  method: 'POST',
  path: uploadPath,
  summary: 'Callback of UploadThing',
  access: provider(async ({ headers, body }) => {
    const platform = uploadThing()
    const given = Buffer.from(headers.get('x-uploadthing-signature') ?? '')
    const expected = Buffer.from(platform ? signatureOf(platform, body) : '')
    return platform !== undefined && given.length === expected.length && timingSafeEqual(given, expected)
  }),
  interface: noInterface,
  query: z.object({ slug: z.literal('file') }),
  body: raw,
  transaction: 'manual',
  async handle({ body }) {
    const platform = uploadThing()
    if (!platform) throw problem('not_found')
    const headers = {
      'content-type': 'application/json',
      'uploadthing-hook': 'callback',
      'x-uploadthing-signature': signatureOf(platform, body),
    }
    const request = new Request(`${platform.options.callbackUrl}?slug=file`, { method: 'POST', headers, body })
    const response = await handle(platform, request, {})
    if (!response.ok) throw invalid('body', '', 'invalid', 'This is not a callback.')
  },
})

const signatureOf = ({ api_key }: UploadThing, body: string) =>
  `hmac-sha256=${createHmac('sha256', api_key).update(body).digest('hex')}`

const announce = handlerOf(announceUploads)
const receive = handlerOf(receiveUpload)

/** Callbacks of UploadThing have the header `uploadthing-hook`. */
export const serveUploads: Handler = (request, ...rest) =>
  (request.headers.has('uploadthing-hook') ? receive : announce)(request, ...rest)
