import { Activity, type ReactNode } from 'react'

/**
 * After the rest of the page, or when the user interacts. The server renders the children at their place; with
 * `Suspense` alone, large children would be at the end of the HTML.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
