'use client'

import { useOffice } from './office-context'

/** The icon of a menu of this person's. Decorative: the title stands beside it. */
export const MenuIcon = ({ name }: { name: string }) => useOffice().icons[name]
