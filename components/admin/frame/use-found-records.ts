'use client'

import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { useSession } from '@/components/ui/session'
import { type FoundRecord, recordSources } from '@/lib/server/admin/record-sources'

interface Found {
  q: string
  records: (FoundRecord & { source: string })[]
}

/** Pause in typing before a query. */
const debounce_ms = 200

/** `find` searches the lists in `paths` after a pause in typing, and aborts earlier searches. */
export function useFoundRecords(paths: readonly string[], onFailure: (error: unknown) => void) {
  const [requested, setRequested] = useState('')
  const [found, setFound] = useState<Found>({ q: '', records: [] })
  const latest = useRef<AbortController>(undefined)
  const withSession = useSession()
  const search = useDebouncedCallback(async (q: string) => {
    const sources = q === '' ? [] : recordSources.filter(({ path }) => paths.includes(path))
    const controller = new AbortController()
    latest.current = controller
    const { signal } = controller
    const answers = sources.map(async ({ path, find }) =>
      (await withSession(() => find(q, signal))).map((record) => ({ ...record, source: path })),
    )
    const lists = await Promise.all(answers).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
      return []
    })
    if (!signal.aborted) setFound({ q, records: lists.flat() })
  }, debounce_ms)
  const find = (typed: string) => {
    const q = typed.trim().slice(0, 64)
    latest.current?.abort()
    setRequested(q)
    search(q)
  }
  return { ...found, isSearching: requested !== found.q, find }
}
