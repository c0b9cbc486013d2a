'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { startTransition, useMemo } from 'react'
import { useSession } from '@/components/ui/session'
import { SendError } from '@/lib/server/client'
import { Dismissed } from './dismissed'
import { useToast } from './toast'

interface Messages<Answer> {
  /** Absent if the page itself shows the result. */
  success?: string | ((answer: Answer) => string)
  failure: string
  /** undefined for errors that the user cannot fix. */
  explain?: (error: SendError) => string | undefined
  undo?: () => Promise<unknown>
  /** A success opens another screen, on which the message stays. */
  isLeading?: boolean
  /** The message says so if the server could not be reached. */
  keepsInput?: boolean
  /** The page is not requested again. For actions that change nothing that the server renders. */
  isLocal?: boolean
}

/** Resolves to whether the request succeeded; never rejects. */
export function useAction(): <Answer>(request: () => Promise<Answer>, messages: Messages<Answer>) => Promise<boolean> {
  const withSession = useSession()
  const router = useRouter()
  const toast = useToast()
  const t = useTranslations('toast')
  return useMemo(() => {
    const act = async <Answer>(
      request: () => Promise<Answer>,
      { success, failure, explain, undo, isLeading = false, keepsInput = false, isLocal = false }: Messages<Answer>,
    ): Promise<boolean> => {
      const opener = document.activeElement
      try {
        const answer = await withSession(request)
        toast.resolved(failure)
        const message = typeof success === 'function' ? success(answer) : success
        const undoing = undo && {
          label: t('undo'),
          // The button of the toast is removed: the focus returns to the moved or removed item, if it exists.
          onSelect: () =>
            void act(undo, { success: t('undone'), failure, explain, isLocal }).then(() => {
              if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
            }),
        }
        if (message && isLeading) toast.announce('success', message)
        else if (message) toast.success(message, undoing)
        return true
      } catch (error) {
        const explanation = error instanceof SendError ? explain?.(error) : undefined
        if (!(error instanceof Dismissed)) toast.failure(error, failure, explanation, keepsInput)
        return false
      } finally {
        // The transition joins that of the caller, whose optimistic state stays until the new page has arrived.
        if (!isLocal) startTransition(() => router.refresh())
      }
    }
    return act
  }, [withSession, router, toast, t])
}
