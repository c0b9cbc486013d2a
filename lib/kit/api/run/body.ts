import { z } from 'zod'
import type { Settings } from '@/lib/kit/config/registry'
import type { Env } from '@/lib/kit/env'

/* Bodies and outputs other than JSON. Each is a schema, so that an endpoint declares it like any other. */

/**
 * The schema of a body that is passed to the handler as unparsed text (`body: raw`), for endpoints that verify a
 * signature over the body.
 */
export const raw = z.string()

/** The output schema of an endpoint that sends plain text (`output: text`). */
export const text = z.string().meta({ description: 'Plain text' })

export const isText = (output: z.core.$ZodType | undefined): boolean => output === text

/**
 * An uploaded file in a temporary place. The file is removed after the handler has returned, so the handler must copy a
 * file to keep it.
 */
export interface ReceivedFile {
  /** Path of the temporary file. The server chooses the name of the temporary file. */
  path: string
  /** The file name that the client sent, without folders and control characters. For display, never for a path. */
  name: string
  /** The media type that the client sent. May be wrong, so check the content. */
  type: string
  /** In bytes. */
  size: number
  /** Hash of the content, in hexadecimal. */
  sha256: string
}

interface FileOptions {
  /** Maximum size in bytes. */
  limit: number | ((settings: Settings, env: Env) => number)
  /** The number of seconds within which the whole body must arrive, if it differs from the default. */
  seconds?: number
  description?: string
}

const receivedFile = ({ description = 'The file' }: FileOptions) =>
  z
    .custom<ReceivedFile>((value) => value !== undefined, { error: 'This is required.', params: { code: 'required' } })
    .meta({ type: 'string', contentMediaType: 'application/octet-stream', description })

/** The schema of a body that is sent as `multipart/form-data`. */
export type Multipart<Fields extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<
  z.core.util.Writeable<Fields & { file: ReturnType<typeof receivedFile> }>,
  z.core.$strict
> & { readonly multipart: FileOptions }

/**
 * Declares the body of an endpoint as a form: `body: multipart({ file: { limit }, fields: {…} })`. The form has exactly
 * one part `file`, and text fields, which arrive as strings like query parameters. The file is read into a temporary
 * file after access and limits are checked. The handler gets `body.file` ({@link ReceivedFile}) and the parsed fields.
 * An Idempotency-Key is ignored.
 */
export const multipart = <Fields extends z.ZodRawShape>({
  file,
  fields,
}: {
  file: FileOptions
  fields: Fields
}): Multipart<Fields> => Object.assign(z.strictObject({ ...fields, file: receivedFile(file) }), { multipart: file })

export const isMultipart = (body: z.core.$ZodType | undefined): body is Multipart =>
  body !== undefined && 'multipart' in body

/**
 * Whether the body of a request is read. Without a declared body, only the body of a POST or PUT is read, and must be
 * empty or `{}`; the body of other methods is ignored.
 */
export const readsBody = ({ method, body }: { method: string; body?: z.core.$ZodType }): boolean =>
  method === 'POST' || method === 'PUT' || body !== undefined
