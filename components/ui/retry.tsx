'use client'

import { useRouter } from 'next/navigation'
import { Failure } from './failure'

/**
 * A message in place of a page whose content could not be loaded, with a button that requests the page again.
 * `reference`: the id under which the failure was logged.
 */
export function Retry({ reference }: { reference?: string }) {
  const router = useRouter()
  return <Failure order={1} reference={reference} onRetry={() => router.refresh()} />
}
