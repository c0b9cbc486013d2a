'use client'

import { useAdmin } from './admin-context'

/** The icon of an entry of the user's menu. Decorative, because the title is beside it. */
export const MenuIcon = ({ name }: { name: string }) => useAdmin().icons[name]
