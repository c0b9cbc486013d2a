import type { z } from 'zod'
import type { TagStyle } from '@/db/enums'
import type { Names } from '@/lib/auth/names'
import type { Route } from '@/lib/menu/routes'
import type { OwnView } from '@/lib/view/schema'

/** In the language of the page. */
export interface Entry {
  value: string
  label: string
  style: TagStyle
  is_default: boolean
  /** Still shown by records that have the value, but not offered by forms. */
  is_disabled: boolean
}

/** For every page of the admin. */
export interface Admin {
  user: { id: number; name: string; account: string; is_root: boolean; groups: string[] }
  routes: Route[]
  names: Names
  /** By dictionary type, in the sequence of display. */
  dictionaries: Record<string, Entry[]>
  /** Stored by this browser, such as hidden columns. */
  remembered: Record<string, string>
  views: readonly z.output<typeof OwnView>[]
  /** Own pictures: of the server, its files, and a storage elsewhere (a prefix that ends in a slash). */
  origins: readonly string[]
  /** Of the server. */
  version: string
}
