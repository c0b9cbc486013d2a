'use client'

import { Failure } from '@/components/ui/failure'

/** The props that Next passes to an error page. */
export interface PageError {
  error: unknown
  retry: () => void
}

/** The content of a page that failed. Shows the digest, under which the server has logged the error. */
export function PageFailure({ error, retry }: PageError) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  // A script that could not be loaded may be of a build that no server has any more. A reload gets the present build.
  const isOfOldBuild = error instanceof Error && error.name === 'ChunkLoadError'
  return <Failure order={1} reference={digest} onRetry={isOfOldBuild ? () => location.reload() : retry} />
}
