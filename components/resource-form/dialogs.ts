'use client'

import dynamic from 'next/dynamic'

const confirm = () => import('./confirm-dialog').then(({ ConfirmDialog }) => ConfirmDialog)
const review = () => import('./review')
const stale = () => import('./stale-dialog')

// Not loaded with the form: most forms are closed without any of them.
export const LazyConfirmDialog = dynamic(confirm, { ssr: false })
export const LazyDraftDialog = dynamic(() => import('./draft-dialog'), { ssr: false })
export const LazyReview = dynamic(review, { ssr: false })
export const LazyStaleDialog = dynamic(stale, { ssr: false })

/**
 * Loads the dialogs that a form with changes may need, so that they also open without a network. Dialogs that could not be
 * loaded are loaded when they are needed.
 */
export async function loadDialogs(): Promise<void> {
  await Promise.allSettled([confirm(), review(), stale()])
}
