import { Activity, type ReactNode } from 'react'

/**
 * Hydrates the children after the rest of the page, or as soon as the user interacts with the children. The server
 * always renders the children at their place in the HTML. With a `Suspense` boundary alone, large children would be at
 * the end of the HTML.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
