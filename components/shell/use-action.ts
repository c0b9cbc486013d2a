'use client'

import { useRouter } from 'next/navigation'
import { startTransition, useCallback } from 'react'
import { useSession } from './session'
import { useToast } from './toast'

interface Messages<Answer> {
  /** Shown on success. Omit it if the page itself shows the result. */
  success?: string | ((answer: Answer) => string)
  /** The title above the reason of a failure. */
  failure: string
}

/**
 * Runs an action without a form: sends the request, refreshes the page, and reports the result. Resolves to whether it
 * succeeded.
 */
export function useAction(): <Answer>(request: () => Promise<Answer>, messages: Messages<Answer>) => Promise<boolean> {
  const withSession = useSession()
  const router = useRouter()
  const toast = useToast()
  return useCallback(
    async (request, { success, failure }) => {
      try {
        const answer = await withSession(request)
        if (success) toast.success(typeof success === 'string' ? success : success(answer))
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
