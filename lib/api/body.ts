import { z } from 'zod'
import type { Settings } from '@/lib/config/registry'
import type { Env } from '@/lib/env'

/* The ways in beside JSON and the way out beside it. Each is a schema, so that an endpoint declares it like any other. */

/** `body: raw`: the body as the text that was sent, because a signature covers it. */
export const raw = z.string()

/** `output: text`: a string that leaves as plain text. */
export const text = z.string().meta({ description: 'Plain text' })

export const isText = (output: z.ZodType | undefined): boolean => output === text

/** A file as it was received. It is removed when the request is answered: keep it by copying it within the handler. */
export interface ReceivedFile {
  /** Where it lies: a name of our own in the system's folder for temporary files. */
  path: string
  /** What the client calls it, without folders and control characters. For people, never for a path. */
  name: string
  /** What the client says it is. Not to be believed: judge the content. */
  type: string
  /** Bytes. */
  size: number
  /** Of the content, in hexadecimal. */
  sha256: string
}

interface FileOptions {
  /** The most bytes that it may have. */
  limit: number | ((settings: Settings, env: Env) => number)
  description?: string
}

const receivedFile = ({ description = 'The file' }: FileOptions) =>
  z
    .custom<ReceivedFile>((value) => value !== undefined, { error: 'This is required.', params: { code: 'required' } })
    .meta({ type: 'string', contentMediaType: 'application/octet-stream', description })

/** A schema that is read as `multipart/form-data`. */
export type Multipart<Fields extends z.ZodRawShape = z.ZodRawShape> = z.ZodObject<
  Fields & { file: ReturnType<typeof receivedFile> },
  z.core.$strict
> & { readonly multipart: FileOptions }

/**
 * `body: multipart({ file: { limit }, fields: {…} })`: exactly one part `file`, and text fields, which arrive as
 * strings as those of a query do. It is read after access and limits, into a temporary file. The handler finds
 * `body.file` ({@link ReceivedFile}) beside the parsed fields. No Idempotency-Key counts here.
 */
export const multipart = <Fields extends z.ZodRawShape>({
  file,
  fields,
}: {
  file: FileOptions
  fields: Fields
}): Multipart<Fields> => Object.assign(z.strictObject({ ...fields, file: receivedFile(file) }), { multipart: file })

export const isMultipart = (body: z.ZodType | undefined): body is Multipart => body !== undefined && 'multipart' in body
