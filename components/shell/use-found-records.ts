'use client'

import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { type FoundRecord, recordSources } from './record-sources'
import { useSession } from './session'

interface Found {
  /** What it was found by. */
  q: string
  records: (FoundRecord & { source: string })[]
}

const nothing: Found = { q: '', records: [] }

/** Milliseconds without another key. */
const pause = 200

/** Records whose name holds what is typed, on these pages. Asks when the typing pauses, and forgets what was overtaken. */
export function useFoundRecords(typed: string, paths: ReadonlySet<string>, onFailure: (error: unknown) => void) {
  const [q] = useDebouncedValue(typed.trim().slice(0, 64), pause)
  const [found, setFound] = useState(nothing)
  const withSession = useSession()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed decides; pages and words stay as they are
  useEffect(() => {
    if (q === '') return setFound(nothing)
    const overtaken = new AbortController()
    const { signal } = overtaken
    const sources = recordSources.filter(({ path }) => paths.has(path))
    Promise.all(
      sources.map(async ({ path, find }) =>
        (await withSession(() => find(q, signal))).map((record) => ({ ...record, source: path })),
      ),
    ).then(
      (lists) => signal.aborted || setFound({ q, records: lists.flat() }),
      (error: unknown) => signal.aborted || onFailure(error),
    )
    return () => overtaken.abort()
  }, [q])
  return { records: found.records, isSearching: typed.trim() !== found.q }
}
