'use client'

import { useEffect, useRef, useState } from 'react'
import { type Draft, draftOf, dropDrafts, keepDraft } from './drafts'
import type { Values } from './use-record-values'

const milliseconds = 3_000

interface AutosaveOptions {
  /** `<user id>/<resource>/<record id or new>`. undefined: nothing is stored. */
  form: string | undefined
  version: number
  changed: Values
  /** Keeps fields of the form that differ from the stored record. */
  usable: (values: Values) => Values
}

/** Stores every three seconds, except while a draft of an earlier visit is `offered`. */
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
    /** After the caller has restored the draft. */
    accept: () => {
      hasDraft.current = true
      setOffered(undefined)
    },
    drop: () => {
      if (form) dropDrafts(form)
      hasDraft.current = false
      setOffered(undefined)
    },
  }
}
