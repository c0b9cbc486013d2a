import type { TagStyle } from '@/db/enums'
import type { Names } from '@/lib/auth/names'
import type { Route } from '@/lib/menu/routes'

/** An entry of a dictionary, in the language of the page. */
export interface Entry {
  value: string
  label: string
  style: TagStyle
  is_default: boolean
  /** Still shown where it is used, no longer offered. */
  is_disabled: boolean
}

/** What the server tells every page of the admin. */
export interface Admin {
  user: { id: number; name: string; account: string; is_root: boolean; groups: string[] }
  routes: Route[]
  /** What modules and permissions are called. */
  names: Names
  /** Entries in their order, by the type of their dictionary. */
  dictionaries: Record<string, Entry[]>
  /** Choices of look that this browser remembers, such as hidden columns. */
  remembered: Record<string, string>
}
