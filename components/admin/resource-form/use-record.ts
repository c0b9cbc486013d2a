'use client'

import { useEffect, useState } from 'react'
import { useSession } from '@/components/ui/session'
import { SendError } from '@/lib/server/client'

type Result<Entity> = { record: Entity } | { error: unknown }

/** Reads again when the row `listed` changes, keeping the previous `result`. An error only if no reading succeeded. */
export function useRecord<Entity>(id: number, listed: unknown, read: (id: number) => Promise<Entity | undefined>) {
  const withSession = useSession()
  const [result, setResult] = useState<Result<Entity>>()
  const [attempt, setAttempt] = useState(0)
  const reread = async () => {
    const record = await read(id)
    if (record) setResult({ record })
    return record
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: read when it opens, when its row changes, and on retry
  useEffect(() => {
    let isCancelled = false
    const store = (now: Result<Entity>) => {
      if (isCancelled) return
      setResult((before) => (before && 'record' in before && 'error' in now ? before : now))
    }
    withSession(() => read(id)).then(
      (record) => store(record ? { record } : { error: new SendError('not_found', 'There is no such record.') }),
      (error: unknown) => store({ error }),
    )
    return () => {
      isCancelled = true
    }
  }, [id, listed, attempt])
  return {
    result,
    reread,
    retry: () => {
      setResult(undefined)
      setAttempt(attempt + 1)
    },
  }
}
