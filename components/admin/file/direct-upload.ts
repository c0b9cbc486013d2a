import type { UploadRouter } from '@/lib/file/direct'
import { uploadPath } from '@/lib/file/upload-path'
import { type Answer, SendError, send } from '@/lib/server/client'

interface DirectOptions {
  folder_id: number | null
  signal: AbortSignal
  on_progress: (sent: number) => void
}

/** The row may have no URL yet. Throws {@link SendError}, or the error of an abort if `signal` was aborted. */
export async function uploadDirectly(
  file: File,
  { folder_id, signal, on_progress }: DirectOptions,
): Promise<Answer<'POST /cms/file'>> {
  const { genUploader } = await import('uploadthing/client')
  const { uploadFiles } = genUploader<UploadRouter>({ url: uploadPath })
  const [uploaded] = await uploadFiles('file', {
    files: [file],
    input: { folder_id },
    signal,
    // In percent.
    onUploadProgress: ({ progress }) => on_progress(progress / 100),
  }).catch((error: unknown) => {
    throw signal.aborted ? error : failureOf(error)
  })
  const done = uploaded?.serverData
  if (!done) throw new SendError('provider_error', 'The storage of files did not confirm the upload. Try again.')
  if ('code' in done) throw new SendError(done.code, done.detail)
  const row = await send('GET /cms/file/{id}', { params: { id: done.file_id }, signal })
  return { ...row, duplicate: done.duplicate }
}

/** Keeps a problem of the API in `cause`; any other error becomes `provider_error`. */
function failureOf(error: unknown): SendError {
  const cause = error instanceof Error ? error.cause : undefined
  if (isProblem(cause)) return new SendError(cause.code, cause.detail, cause.status, cause.request_id)
  return new SendError('provider_error', 'The storage of files did not take the upload. Try again.')
}

type Problem =
  ConstructorParameters<typeof SendError> extends [infer Code, infer Detail, ...unknown[]]
    ? { code: Code; detail: Detail; status: number; request_id: string }
    : never

const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'detail' in value && 'request_id' in value
