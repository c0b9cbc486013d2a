'use client'

import { useEffect, useState } from 'react'
import { useSession } from '@/components/ui/session'
import { send } from '@/lib/server/client'
import type { ShopFile } from './files'

interface Search {
  kind: 'image' | 'video'
  q: string
  /** Empty: all folders. */
  folder: string
}

interface Found {
  files: readonly ShopFile[]
  next_cursor: string | null
}

const size = 24

/** A file that is still being processed has no URL. */
const isReady = ({ url }: ShopFile) => url !== null

/** In pages of 24, from the first page when the search changes and on reload. Without files that are still processed. */
export function useFoundFiles({ kind, q, folder }: Search) {
  const withSession = useSession()
  const [found, setFound] = useState<Found | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  const read = (cursor?: string) => {
    const query = { kind, size, q: q || undefined, folder_id: folder || undefined, cursor } as const
    return withSession(() => send('GET /cms/file', { query }))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when what is sought changes, and after uploads
  useEffect(() => {
    let isCancelled = false
    read().then(
      ({ items, next_cursor = null }) => !isCancelled && setFound({ files: items.filter(isReady), next_cursor }),
      () => !isCancelled && setFound('failed'),
    )
    return () => {
      isCancelled = true
    }
  }, [folder, q, attempt])
  const readFurther = async ({ files, next_cursor }: Found) => {
    if (!next_cursor) return
    const { items, next_cursor: next = null } = await read(next_cursor)
    setFound({ files: [...files, ...items.filter(isReady)], next_cursor: next })
  }
  const page = found === 'failed' ? undefined : found
  return {
    /** undefined before the first result, and after a failed read. */
    files: page?.files,
    isFailed: found === 'failed',
    reload: () => setAttempt((before) => before + 1),
    /** undefined: no further page. */
    more: page?.next_cursor ? () => readFurther(page) : undefined,
  }
}
