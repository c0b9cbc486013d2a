'use client'

import { Failure } from '@/components/ui/failure'

/** The props that Next passes to an error page. */
export interface PageError {
  error: unknown
  retry: () => void
}

/** The content of a page that failed. Shows the digest with which the error was logged. */
export function PageFailure({ error, retry }: PageError) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return <Failure order={1} reference={digest} onRetry={retry} />
}
