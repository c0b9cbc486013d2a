'use client'

import { useAdmin } from './admin-context'

/** undefined for a name outside the user's menu. Decorative: the title is beside the icon. */
export const MenuIcon = ({ name }: { name: string }) => useAdmin().icons[name]
