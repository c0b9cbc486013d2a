'use client'

import { usePathname } from 'next/navigation'
import { useLocale } from 'next-intl'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { NamesContext } from '@/components/ui/names'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import type { ElementCode } from '@/lib/menu/elements'
import { flatten, titleOf, trailTo } from '@/lib/menu/routes'
import type { Admin, Entry } from '@/lib/server/admin/admin'

/** The data that every component of the admin can use. */
interface AdminContextValue extends Admin {
  /** The icons of the menu by name, rendered on the server. */
  icons: Record<string, ReactNode>
}

const AdminContext = createContext<AdminContextValue | undefined>(undefined)

export function AdminProvider({ admin, children }: { admin: AdminContextValue; children: ReactNode }) {
  return (
    <AdminContext value={admin}>
      <NamesContext value={admin.names}>{children}</NamesContext>
    </AdminContext>
  )
}

/** Returns the data of the admin. Throws outside an `AdminProvider`. */
export function useAdmin(): AdminContextValue {
  const admin = use(AdminContext)
  if (!admin) throw new Error('useAdmin needs an AdminProvider above it.')
  return admin
}

/**
 * Returns a function that tells whether this user sees a page element, such as `can('user.create')`. Use the function
 * only to hide elements. It grants nothing: the server checks the permission of each request.
 */
export function useCan(): (element: ElementCode) => boolean {
  const { routes, user } = useAdmin()
  return useMemo(() => {
    const codes = new Set<string>(flatten(routes).flatMap(({ elements }) => elements))
    return (element) => user.is_root || codes.has(element)
  }, [routes, user.is_root])
}

/**
 * Returns a function that tells whether a page is in the user's menu. Links to pages outside the menu are not shown.
 */
export function useMayOpen(): (path: string) => boolean {
  const { routes } = useAdmin()
  return (path) => trailTo(routes, path).length > 0
}

/**
 * The path through the menu to this page, with titles in the current language. The last entry is the page itself.
 * Empty: the page is not in the menu.
 */
export function useTrail(): { id: number; title: string; path: string | null }[] {
  const { routes } = useAdmin()
  const locale = useLocale()
  const path = usePathname()
  return trailTo(routes, path).map((route) => ({ id: route.id, title: titleOf(locale, route), path: route.path }))
}

/**
 * The origins of the shop's own pictures in texts. The first entry is the origin of this page; on the server, this
 * entry is empty.
 */
export function useOwnOrigins(): OwnOrigins {
  const { origins } = useAdmin()
  return useMemo(() => [typeof location === 'undefined' ? '' : location.origin, ...origins], [origins])
}

/** The entries of a dictionary; empty for an unknown type. */
export const useDictionary = (type: string): Entry[] => useAdmin().dictionaries[type] ?? []
