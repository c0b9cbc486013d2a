'use client'

import { usePathname } from 'next/navigation'
import { useLocale } from 'next-intl'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { NamesContext } from '@/components/ui/names'
import type { OwnOrigins } from '@/lib/kit/html/rules'
import type { ElementCode } from '@/lib/menu/elements'
import { flatten, titleOf, trailTo } from '@/lib/menu/routes'
import type { Admin, Entry } from '@/lib/server/admin/admin'

interface AdminContextValue extends Admin {
  /** By name, rendered on the server. */
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

/** Throws outside an `AdminProvider`. */
export function useAdmin(): AdminContextValue {
  const admin = use(AdminContext)
  if (!admin) throw new Error('useAdmin needs an AdminProvider above it.')
  return admin
}

/** Only for hiding elements: the server checks the permission of each request. */
export function useCan(): (element: ElementCode) => boolean {
  const { routes, user } = useAdmin()
  return useMemo(() => {
    const codes = new Set<string>(flatten(routes).flatMap(({ elements }) => elements))
    return (element) => user.is_root || codes.has(element)
  }, [routes, user.is_root])
}

/** Whether a page is in the user's menu. Links to other pages are not shown. */
export function useMayOpen(): (path: string) => boolean {
  const { routes } = useAdmin()
  return (path) => trailTo(routes, path).length > 0
}

/** From the top of the menu to this page. Empty: not in the menu. */
export function useTrail(): { id: number; title: string; path: string | null }[] {
  const { routes } = useAdmin()
  const locale = useLocale()
  const path = usePathname()
  return trailTo(routes, path).map((route) => ({ id: route.id, title: titleOf(locale, route), path: route.path }))
}

/** The first entry is the origin of this page; on the server, it is empty. */
export function useOwnOrigins(): OwnOrigins {
  const { origins } = useAdmin()
  return useMemo(() => [typeof location === 'undefined' ? '' : location.origin, ...origins], [origins])
}

export const useDictionary = (type: string): Entry[] => useAdmin().dictionaries[type] ?? []
