'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '@/components/ui/session'

/** Again when `key` changes, keeping the previous value until then. `read` undefined: nothing is read. */
export function useRead<T>(read: (() => Promise<T>) | undefined, key?: unknown) {
  const withSession = useSession()
  const [result, setResult] = useState<{ value: T } | 'failed'>()
  const [attempt, setAttempt] = useState(0)
  /** Drops the result of a running read. */
  const cancel = useRef(() => {})
  // biome-ignore lint/correctness/useExhaustiveDependencies: read at first, when the key changes, and on reload
  useEffect(() => {
    if (!read) return
    let isCancelled = false
    withSession(read).then(
      (value) => !isCancelled && setResult({ value }),
      () => !isCancelled && setResult('failed'),
    )
    cancel.current = () => {
      isCancelled = true
    }
    return () => cancel.current()
  }, [attempt, key])
  const reload = useCallback(() => setAttempt((before) => before + 1), [])
  const replace = useCallback((value: T) => {
    cancel.current()
    setResult({ value })
  }, [])
  const refresh = async () => {
    if (!read) return
    cancel.current()
    let isCancelled = false
    cancel.current = () => {
      isCancelled = true
    }
    const value = await withSession(read).catch(() => undefined)
    if (value !== undefined && !isCancelled) setResult({ value })
  }
  const isFailed = result === 'failed'
  return {
    /** undefined before the first result, and after a failed read. */
    value: result && result !== 'failed' ? result.value : undefined,
    isFailed,
    reload,
    /** In the background. If this fails, the previous value stays. */
    refresh,
    /** Drops the result of a running read, which may be older. */
    replace,
  }
}
