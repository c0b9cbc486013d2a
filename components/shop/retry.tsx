'use client'

import { useRouter } from 'next/navigation'
import { Failure } from '../failure'

/** A page whose content could not be had: asks the server for it again. */
export function Retry() {
  const router = useRouter()
  return <Failure order={1} onRetry={() => router.refresh()} />
}
