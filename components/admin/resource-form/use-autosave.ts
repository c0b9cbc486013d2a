'use client'

import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, dropDrafts, keepDraft } from './drafts'
import type { Values } from './use-record-values'

const milliseconds = 3_000

interface AutosaveOptions {
  /** `<user id>/<resource>/<record id or new>`; undefined: nothing is stored. */
  form: string | undefined
  version: number
  /** The changed fields; empty if there is nothing to keep. */
  changed: Values
  /** The fields of a draft that can still be restored and would change something. */
  usable: (values: Values) => Values
}

/**
 * Stores input in this browser, every three seconds. `offered` is the draft of an earlier visit: it is shown to the
 * user and applied only on request. While it is offered, nothing is stored.
 */
export function useAutosave({ form, version, changed, usable }: AutosaveOptions) {
  const [offered, setOffered] = useState<Draft>()
  const hasDraft = useRef(false)
  const latest = useRef({ version, changed })
  useEffect(() => {
    latest.current = { version, changed }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: read when the form opens
  useEffect(() => {
    if (!form) return
    const draft = draftOf(form)
    const values = draft && usable(draft.values)
    if (draft && values && Object.keys(values).length > 0) setOffered({ ...draft, values })
    else dropDrafts(form)
  }, [form])

  const isDirty = Object.keys(changed).length > 0
  const isOffered = offered !== undefined
  useEffect(() => {
    if (!form || isOffered) return
    if (!isDirty) {
      // Saved, or changed back.
      if (hasDraft.current) dropDrafts(form)
      hasDraft.current = false
      return
    }
    let kept: string | undefined
    const timer = setInterval(() => {
      const now = JSON.stringify(latest.current)
      if (now === kept) return
      keepDraft(form, latest.current.version, latest.current.changed)
      kept = now
      hasDraft.current = true
    }, milliseconds)
    return () => clearInterval(timer)
  }, [form, isDirty, isOffered])

  return {
    offered,
    /** Ends the offer after the caller has restored the draft. */
    accept: () => {
      hasDraft.current = true
      setOffered(undefined)
    },
    /** Deletes the stored draft. */
    drop: () => {
      if (form) dropDrafts(form)
      hasDraft.current = false
      setOffered(undefined)
    },
  }
}
