'use client'

import { useAdmin } from './admin-context'

/** The icon of an entry in the user's menu, by its name. Decorative: the title is beside it. */
export const MenuIcon = ({ name }: { name: string }) => useAdmin().icons[name]
