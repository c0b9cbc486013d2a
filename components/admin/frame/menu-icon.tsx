'use client'

import { useAdmin } from './admin-context'

/**
 * The icon of a menu entry, by the name of the icon; undefined for a name outside the user's menu. Decorative: the
 * title of the entry is beside the icon.
 */
export const MenuIcon = ({ name }: { name: string }) => useAdmin().icons[name]
