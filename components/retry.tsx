'use client'

import { useRouter } from 'next/navigation'
import { Failure } from './failure'

/** A page whose content could not be had: asks the server for it again. `reference`: under which the log knows it. */
export function Retry({ reference }: { reference?: string }) {
  const router = useRouter()
  return <Failure order={1} reference={reference} onRetry={() => router.refresh()} />
}
