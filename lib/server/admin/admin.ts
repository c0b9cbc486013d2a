import type { z } from 'zod'
import type { TagStyle } from '@/db/enums'
import type { Names } from '@/lib/auth/names'
import type { Route } from '@/lib/menu/routes'
import type { OwnView } from '@/lib/view/schema'

/** A dictionary entry, in the language of the page. */
export interface Entry {
  value: string
  label: string
  style: TagStyle
  is_default: boolean
  /**
   * Whether the entry is disabled. Records with the value of a disabled entry show the label, but forms do not offer
   * the entry.
   */
  is_disabled: boolean
}

/** The data that the server passes to every page of the admin. */
export interface Admin {
  user: { id: number; name: string; account: string; is_root: boolean; groups: string[] }
  routes: Route[]
  /** Display names of modules and permissions. */
  names: Names
  /** Dictionary entries in the sequence of display, by dictionary type. */
  dictionaries: Record<string, Entry[]>
  /** Display preferences that this browser stores, such as hidden columns. */
  remembered: Record<string, string>
  /** The user's saved views of all lists. */
  views: readonly z.output<typeof OwnView>[]
  /**
   * The beginnings of absolute URLs of the shop's own pictures: the origins of the server and of its files, and the URL
   * prefix of a storage outside of this server, which ends in a slash.
   */
  origins: readonly string[]
}
