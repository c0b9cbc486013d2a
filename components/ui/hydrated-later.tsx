import { Activity, type ReactNode } from 'react'

/**
 * Hydrates the children after the rest of the page, or as soon as the user interacts with them. The server renders them
 * in their place in the HTML, also if they are large; a large `Suspense` boundary would follow at the end.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
