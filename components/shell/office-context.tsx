'use client'

import { usePathname } from 'next/navigation'
import { useLocale } from 'next-intl'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { flatten, type Route, titleOf, trailTo } from './routes'

/** An entry of a dictionary, in the language of the page. */
export interface Entry {
  value: string
  label: string
  style: 'default' | 'primary' | 'success' | 'info' | 'warning' | 'danger'
  is_default: boolean
  /** Still shown where it is used, no longer offered. */
  is_disabled: boolean
}

/** What the server hands to every page of the back office. */
export interface Office {
  user: { id: number; name: string; account: string; is_root: boolean; groups: string[] }
  routes: Route[]
  /** The icons of the menu, drawn by the server, by their names. */
  icons: Record<string, ReactNode>
  /** Entries in their order, by the type of their dictionary. */
  dictionaries: Record<string, Entry[]>
  /** Choices of look that this browser remembers, such as hidden columns. */
  remembered: Record<string, string>
}

const OfficeContext = createContext<Office | undefined>(undefined)

export function OfficeProvider({ office, children }: { office: Office; children: ReactNode }) {
  return <OfficeContext value={office}>{children}</OfficeContext>
}

/** Throws outside of the back office's layout. */
export function useOffice(): Office {
  const office = use(OfficeContext)
  if (!office) throw new Error('This belongs inside the back office.')
  return office
}

/** `can('banner.create')`: whether the element is shown to this person. What he may do is decided by the server. */
export function useCan(): (element: string) => boolean {
  const { routes, user } = useOffice()
  return useMemo(() => {
    const codes = new Set(flatten(routes).flatMap(({ elements }) => elements))
    return (element) => user.is_root || codes.has(element)
  }, [routes, user.is_root])
}

/** Whether this page is in the menu of this person: only then is he told of what stands there. */
export function useMayOpen(): (path: string) => boolean {
  const { routes } = useOffice()
  return (path) => trailTo(routes, path).length > 0
}

/** The menu's way to this page, by titles in the language of the page; the last one is the page itself. */
export function useTrail(): { id: number; title: string; path: string | null }[] {
  const { routes } = useOffice()
  const locale = useLocale()
  const address = usePathname()
  return trailTo(routes, address).map((route) => ({ id: route.id, title: titleOf(locale, route), path: route.path }))
}

/** The entries of a dictionary; empty where there is no such type. */
export const useDictionary = (type: string): Entry[] => useOffice().dictionaries[type] ?? []
