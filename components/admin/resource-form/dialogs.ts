'use client'

import dynamic from 'next/dynamic'

const failure = () => import('./form-failure').then(({ FormFailure }) => FormFailure)
const confirm = () => import('@/components/ui/confirm-dialog').then(({ ConfirmDialog }) => ConfirmDialog)
const review = () => import('./review')
const stale = () => import('./stale-dialog')
const faults = () => import('./fault-summary')

// Loaded separately: most forms are closed without any of them.
export const LazyFormFailure = dynamic(failure, { ssr: false })
export const LazyFaultSummary = dynamic(faults, { ssr: false })
export const LazyConfirmDialog = dynamic(confirm, { ssr: false })
export const LazyDraftDialog = dynamic(() => import('./draft-dialog'), { ssr: false })
export const LazyReview = dynamic(review, { ssr: false })
export const LazyStaleDialog = dynamic(stale, { ssr: false })

/** Lets dialogs open while the network is down. A dialog that fails to load is loaded when needed. */
export async function loadDialogs(): Promise<void> {
  await Promise.allSettled([failure(), confirm(), review(), stale(), faults()])
}
