'use client'

import { Failure } from './failure'

/** What Next hands to an error page. */
export interface PageError {
  error: unknown
  retry: () => void
}

/** A page that failed, with the number under which the log knows it. */
export function PageFailure({ error, retry }: PageError) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return <Failure order={1} reference={digest} onRetry={retry} />
}
