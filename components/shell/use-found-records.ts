'use client'

import { useDebouncedCallback } from '@mantine/hooks'
import { useRef, useState } from 'react'
import { type FoundRecord, recordSources } from '@/lib/office/record-sources'
import { useSession } from './session'

interface Found {
  /** What it was found by. */
  q: string
  records: (FoundRecord & { source: string })[]
}

/** Milliseconds without another key. */
const pause = 200

/** Records whose name holds what is typed, on these pages. `find` asks when the typing pauses, and forgets what was overtaken. */
export function useFoundRecords(paths: readonly string[], onFailure: (error: unknown) => void) {
  const [wanted, setWanted] = useState('')
  const [found, setFound] = useState<Found>({ q: '', records: [] })
  const last = useRef<AbortController>(undefined)
  const withSession = useSession()
  const ask = useDebouncedCallback(async (q: string) => {
    const sources = q === '' ? [] : recordSources.filter(({ path }) => paths.includes(path))
    const overtaken = new AbortController()
    last.current = overtaken
    const { signal } = overtaken
    const answers = sources.map(async ({ path, find }) =>
      (await withSession(() => find(q, signal))).map((record) => ({ ...record, source: path })),
    )
    const lists = await Promise.all(answers).catch((error: unknown) => {
      if (!signal.aborted) onFailure(error)
      return []
    })
    if (!signal.aborted) setFound({ q, records: lists.flat() })
  }, pause)
  const find = (typed: string) => {
    const q = typed.trim().slice(0, 64)
    last.current?.abort()
    setWanted(q)
    ask(q)
  }
  return { ...found, isSearching: wanted !== found.q, find }
}
