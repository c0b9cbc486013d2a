'use client'

import { useRouter } from 'next/navigation'
import { Failure } from './failure'

/**
 * A page whose content could not be loaded, with a button that requests it again. `reference`: the id of the logged
 * failure.
 */
export function Retry({ reference }: { reference?: string }) {
  const router = useRouter()
  return <Failure order={1} reference={reference} onRetry={() => router.refresh()} />
}
