'use client'

import { Failure } from '@/components/failure'

export default function ErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  const digest = error instanceof Error && 'digest' in error ? String(error.digest) : undefined
  return <Failure order={1} reference={digest} onRetry={retry} />
}
