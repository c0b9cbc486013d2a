'use client'

import { createContext, type ReactNode, use, useEffect, useState } from 'react'
import { useDocumentTitle } from './document-title'

type Names = readonly string[]

const NamesContext = createContext<Names>([])
const ChangeContext = createContext<((change: (names: Names) => Names) => void) | undefined>(undefined)

export function RecordCrumbProvider({ children }: { children: ReactNode }) {
  const [names, setNames] = useState<Names>([])
  return (
    <ChangeContext value={setNames}>
      <NamesContext value={names}>{children}</NamesContext>
    </ChangeContext>
  )
}

/** undefined: no record is open. */
export const useOpenRecord = (): string | undefined => use(NamesContext).at(-1)

/** In the breadcrumbs and the browser tab. Does nothing without a name, and outside the admin. */
export function useRecordCrumb(name: string | undefined): void {
  const change = use(ChangeContext)
  useDocumentTitle(change && name)
  useEffect(() => {
    if (!name || !change) return
    change((names) => [...names, name])
    return () => change((names) => names.filter((_, at) => at !== names.lastIndexOf(name)))
  }, [name, change])
}

export function RecordCrumb({ name }: { name: string }) {
  useRecordCrumb(name)
  return null
}
