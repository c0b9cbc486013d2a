'use client'

import { useRouter } from 'next/navigation'
import { startTransition, useCallback } from 'react'
import { useSession } from './session'
import { useToast } from './toast'

interface Messages {
  /** Shown on success. Omit it if the page itself shows the result. */
  success?: string
  /** The title above the reason of a failure. */
  failure: string
}

/**
 * Runs an action without a form: sends the request, refreshes the page, and reports the result. Resolves to whether it
 * succeeded.
 */
export function useAction(): (request: () => Promise<unknown>, messages: Messages) => Promise<boolean> {
  const withSession = useSession()
  const router = useRouter()
  const toast = useToast()
  return useCallback(
    async (request, { success, failure }) => {
      try {
        await withSession(request)
        if (success) toast.success(success)
        return true
      } catch (error) {
        toast.failure(error, failure)
        return false
      } finally {
        // In the caller's transition, so that its optimistic state stays until the new page has arrived.
        startTransition(() => router.refresh())
      }
    },
    [withSession, router, toast],
  )
}
