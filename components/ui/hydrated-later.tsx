import { Activity, type ReactNode } from 'react'

/**
 * A part of a document that can be read at once and is hydrated after the rest of the page, or as soon as the user
 * touches it. Unlike a `Suspense` boundary, it is in the document at its place, regardless of its size.
 */
export function HydratedLater({ children }: { children: ReactNode }) {
  return <Activity>{children}</Activity>
}
