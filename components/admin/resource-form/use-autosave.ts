'use client'

import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, dropDrafts, keepDraft } from './drafts'
import type { Values } from './use-record-values'

const milliseconds = 3_000

interface AutosaveOptions {
  /**
   * The key under which the draft is stored: `<user id>/<resource>/<record id or new>`. undefined: nothing is stored.
   */
  form: string | undefined
  version: number
  /** The values of the changed fields. Empty: there is nothing to store. */
  changed: Values
  /** Returns the values of a draft that belong to fields of the form and differ from the stored record. */
  usable: (values: Values) => Values
}

/**
 * Stores changed fields in this browser, every three seconds. `offered`: the draft of an earlier visit, to be accepted
 * or dropped by the user. Stores nothing while a draft is offered.
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
    /** Stops offering the draft, after the caller has restored it in the form. */
    accept: () => {
      hasDraft.current = true
      setOffered(undefined)
    },
    /** Deletes the stored draft and stops offering it. */
    drop: () => {
      if (form) dropDrafts(form)
      hasDraft.current = false
      setOffered(undefined)
    },
  }
}
