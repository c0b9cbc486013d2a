'use client'

import { createContext, type ReactNode, use, useEffect, useState } from 'react'

type Names = readonly string[]

const NamesContext = createContext<Names>([])
const ChangeContext = createContext<((change: (names: Names) => Names) => void) | undefined>(undefined)

/** Knows the record that is open on a page, for the breadcrumbs. */
export function RecordCrumbProvider({ children }: { children: ReactNode }) {
  const [names, setNames] = useState<Names>([])
  return (
    <ChangeContext value={setNames}>
      <NamesContext value={names}>{children}</NamesContext>
    </ChangeContext>
  )
}

/** The name of the open record; undefined if none is. */
export const useOpenRecord = (): string | undefined => use(NamesContext).at(-1)

/** The end of a title in a tab, which the layout gives every page. */
const ending = / · [^·]+$/

/** While a record is open, the breadcrumbs and the title of the tab end in its name. Outside the admin, nothing happens. */
export function useRecordCrumb(name: string | undefined): void {
  const change = use(ChangeContext)
  useEffect(() => {
    if (!name || !change) return
    const { title } = document
    change((names) => [...names, name])
    document.title = `${name}${ending.exec(title)?.[0] ?? ''}`
    return () => {
      change((names) => names.filter((_, at) => at !== names.lastIndexOf(name)))
      document.title = title
    }
  }, [name, change])
}

/** {@link useRecordCrumb} for pages that are rendered on the server. */
export function RecordCrumb({ name }: { name: string }) {
  useRecordCrumb(name)
  return null
}
