'use client'

import { Failure } from '@/components/ui/failure'

export interface PageError {
  error: unknown
  retry: () => void
}

/** Shows the digest, under which the server has logged the error. */
export function PageFailure({ error, retry }: PageError) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  // Perhaps of a build that no server has any more. A reload gets the present one.
  const isOfOldBuild = error instanceof Error && error.name === 'ChunkLoadError'
  return <Failure order={1} reference={digest} onRetry={isOfOldBuild ? () => location.reload() : retry} />
}
