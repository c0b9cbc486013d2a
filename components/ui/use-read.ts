'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useSession } from '@/components/ui/session'

/**
 * Reads data after the page itself, and again when `key` changes; until then the former value stays. Without `read`,
 * nothing is read.
 */
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
    /** Undefined until it is read. */
    value: result && result !== 'failed' ? result.value : undefined,
    isFailed,
    reload,
    /** Reads again in the background: if that fails, the former value stays. */
    refresh,
    /** Shows another value, such as the response to a change; a running read may be older and is dropped. */
    replace,
  }
}
