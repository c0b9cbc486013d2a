'use client'

import { useState } from 'react'
import { distinct, inGivenOrder, type ShopFile, toggled } from './files'
import type { FileUpload } from './use-uploads'

interface ChosenFilesOptions {
  kind: ShopFile['kind']
  maximum: number
  uploads: readonly FileUpload[]
}

/** Finished uploads join the choice; above the maximum, the first chosen files leave it. */
export function useChosenFiles({ kind, maximum, uploads }: ChosenFilesOptions) {
  const [chosen, setChosen] = useState<readonly ShopFile[]>([])
  /** Keys of uploads that were added to the choice, each once. */
  const [taken, setTaken] = useState<readonly number[]>([])
  const stored = uploads.flatMap(({ key, result }) =>
    result?.kind === kind && result.url ? [{ key, file: result }] : [],
  )
  const latest = stored.filter(({ key }) => !taken.includes(key))
  if (latest.length > 0) {
    setTaken([...taken, ...latest.map(({ key }) => key)])
    const ids = uploads.flatMap(({ result }) => result?.id ?? [])
    setChosen(inGivenOrder(distinct([...chosen, ...latest.map(({ file }) => file)]), ids).slice(-maximum))
  }
  return {
    chosen,
    toggle: (file: ShopFile) => setChosen(toggled(chosen, file, maximum)),
    /** The newest first. */
    uploaded: distinct(stored.map(({ file }) => file)).toReversed(),
  }
}
