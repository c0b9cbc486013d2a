'use client'

import { useRouter } from 'next/navigation'
import { startTransition, useCallback } from 'react'
import { useSession } from './session'
import { useToast } from './toast'

interface Said {
  /** In the corner when it is done; nothing where the page shows it. */
  success?: string
  /** What did not work, above the reason. */
  failure: string
}

/**
 * Something that is done at once, without a form: sends, shows the page anew, and says what came of it. Answers
 * whether it was done.
 */
export function useAction(): (request: () => Promise<unknown>, said: Said) => Promise<boolean> {
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
        // As part of the transition in which this runs: what is shown beforehand stays until the new page is there.
        startTransition(() => router.refresh())
      }
    },
    [withSession, router, toast],
  )
}
