'use client'

import { useRouter } from 'next/navigation'
import { Failure } from './failure'

/** Requests the page again. `reference`: the id under which the failure was logged. */
export function Retry({ reference }: { reference?: string }) {
  const router = useRouter()
  return <Failure order={1} reference={reference} onRetry={() => router.refresh()} />
}
