import { z } from 'zod'
import type { Settings } from '@/lib/kit/config/registry'
import type { Env } from '@/lib/kit/env'

/* Each is a schema, so that an endpoint declares it like any other. */

/** Unparsed text, for endpoints that verify a signature over the body. */
export const raw = z.string()

export const text = z.string().meta({ description: 'Plain text' })

export const isText = (output: z.core.$ZodType | undefined): boolean => output === text

/** Removed after the handler has returned, so copy the file to keep it. */
export interface ReceivedFile {
  /** Chosen by the server. */
  path: string
  /** As sent, without folders and control characters. For display, never for a path. */
  name: string
  /** As sent. May be wrong, so check the content. */
  type: string
  /** In bytes. */
  size: number
  /** Hash of the content, in hexadecimal. */
  sha256: string
}

interface FileOptions {
  /** In bytes. */
  limit: number | ((settings: Settings, env: Env) => number)
  /** Until the whole body must have arrived, if not the default. */
  seconds?: number
  description?: string
}

const receivedFile = ({ description = 'The file' }: FileOptions) =>
  z
    .custom<ReceivedFile>((value) => value !== undefined, { error: 'This is required.', params: { code: 'required' } })
    .meta({ type: 'string', contentMediaType: 'application/octet-stream', description })

export type Multipart<Fields extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<
  z.core.util.Writeable<Fields & { file: ReturnType<typeof receivedFile> }>,
  z.core.$strict
> & { readonly multipart: FileOptions }

/**
 * One part `file`, and text fields, which are strings like query parameters. The file is read into a temporary file
 * after access and limits are checked.
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

/** An undeclared body is read only for POST and PUT, and must be empty or `{}`. */
export const readsBody = ({ method, body }: { method: string; body?: z.core.$ZodType }): boolean =>
  method === 'POST' || method === 'PUT' || body !== undefined
