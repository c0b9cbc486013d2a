import { Activity, type ReactNode } from 'react'

/**
 * A part of a document that can be read at once and is hydrated after the rest of the page, or as soon as it is touched.
 * Unlike a `Suspense` boundary, it is in the document in its place, however large.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
