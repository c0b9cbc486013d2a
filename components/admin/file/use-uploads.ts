'use client'

import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '@/components/ui/session'
import { type Answer, SendError, send } from '@/lib/server/client'
import { uploadDirectly } from './direct-upload'
import { type Upload, UploadQueue } from './upload-queue'

type Stored = Answer<'POST /cms/file'>

export type FileUpload = Upload<Stored>

interface UploadsOptions {
  /** Files above the maximum size fail without being sent. undefined: not read yet. */
  limit: Answer<'GET /cms/file/limit'> | undefined
  /** Called when the queue is empty, if a file was stored since the last call. */
  onIdle: () => void
}

export type Uploads = ReturnType<typeof useUploads>

/** false for a fault of the file itself, such as its type or size. */
export const mayHelp = (error: unknown): boolean =>
  !(error instanceof SendError) ||
  error.status === 0 ||
  error.status === 408 ||
  error.status === 429 ||
  error.status >= 500

/** While an upload is running, leaving the page asks for confirmation. */
export function useUploads({ limit, onIdle }: UploadsOptions) {
  const withSession = useSession()
  const [queue] = useState(() => new UploadQueue<Stored>(onIdle))
  const uploads = useSyncExternalStore(queue.subscribe, queue.snapshot, queue.snapshot)
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length
  const isBusy = open > 0
  useEffect(() => {
    if (!isBusy) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isBusy])
  /** null: into no folder. */
  const add = useCallback(
    (files: readonly File[], folder_id: number | null) =>
      queue.add(files, async (file, options) => {
        if (limit && file.size > limit.max_bytes)
          throw new SendError('payload_too_large', `The file has more than ${limit.max_bytes} bytes.`, 413)
        return withSession(() =>
          limit?.direct
            ? uploadDirectly(file, { folder_id, ...options })
            : send('POST /cms/file', { body: { file, folder_id: folder_id ?? '' }, ...options }),
        )
      }),
    [queue, limit, withSession],
  )
  return {
    uploads,
    limit,
    /** Unfinished uploads. */
    open,
    add,
    cancel: (key: number) => queue.cancel(key),
    retry: (key: number) => queue.retry(key),
    retryFailed: () => {
      for (const { key, state, error } of uploads) if (state === 'failed' && mayHelp(error)) queue.retry(key)
    },
    update: (key: number, result: Stored) => queue.update(key, result),
    clear: () => queue.clear(),
  }
}
