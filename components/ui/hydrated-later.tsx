import { Activity, type ReactNode } from 'react'

/**
 * The server renders the children at their place; with `Suspense` alone, large ones would be at the end of the HTML.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
