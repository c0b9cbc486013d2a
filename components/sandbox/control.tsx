'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import type { z } from 'zod'
import type { ControlInput, ControlResult } from '@/lib/sandbox/schema'
import classes from './sandbox.module.css'

type Action = z.input<typeof ControlInput>
type Result = z.output<typeof ControlResult>

interface Control {
  /** Does it and reads the page anew. `said` is shown when it has been done; a refusal is shown by itself. */
  act(action: Action, said?: string): Promise<Result | undefined>
}

const ControlContext = createContext<Control>({ act: async () => undefined })

export const useControl = () => use(ControlContext)

/** How often it is asked whether anything is new, in milliseconds. */
const askEvery = 3_000
/** How old the ages on the page may become. */
const readEvery = 30_000
/** Callbacks go out right after an action was answered: a moment later it can be seen how they fared. */
const readAgainAfter = 1_200
/** A refusal stays until the next action; what went well can be seen in the lists. */
const shownFor = 6_000

/** What the buttons below act through, and where it is said what came of it. */
export function ControlProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('sandbox')
  const { refresh } = useRouter()
  useNews(refresh)
  const [message, setMessage] = useState<{ text: string; isRefusal: boolean }>()

  useEffect(() => {
    if (!message || message.isRefusal) return
    const timer = setTimeout(() => setMessage(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [message])

  const act = useCallback(
    async (action: Action, said?: string) => {
      setMessage(undefined)
      try {
        const response = await fetch('/sandbox/control', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(action),
        })
        refresh()
        setTimeout(refresh, readAgainAfter)
        const answer = await response.json()
        if (!response.ok) {
          setMessage({ text: t('refused', { detail: String(answer.detail) }), isRefusal: true })
          return undefined
        }
        if (said) setMessage({ text: said, isRefusal: false })
        // The server has parsed this by its schema before it left.
        const result: Result = answer
        return result
      } catch {
        setMessage({ text: t('unreachable'), isRefusal: true })
        return undefined
      }
    },
    [refresh, t],
  )

  const control = useMemo(() => ({ act }), [act])
  return (
    <ControlContext value={control}>
      {children}
      <div className={classes.message} role="status" data-refusal={message?.isRefusal || undefined}>
        {message?.text}
      </div>
    </ControlContext>
  )
}

/**
 * Calls `refresh` when the platform's state has changed, and now and then for the ages. Asks first: a refresh that
 * finds no server leaves the page.
 */
function useNews(refresh: () => void): void {
  useEffect(() => {
    // Something may have happened between the rendering of the page and now: the first answer counts as news.
    let known: string | undefined
    let readAt = Date.now()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const state = await readState()
      if (state === undefined) return
      const isNew = state !== known
      known = state
      if (!isNew && Date.now() - readAt < readEvery) return
      readAt = Date.now()
      refresh()
    }
    void ask()
    const timer = setInterval(ask, askEvery)
    return () => clearInterval(timer)
  }, [refresh])
}

/** The platform's state as text; undefined where there is no server at the moment. */
async function readState(): Promise<string | undefined> {
  try {
    const answer = await fetch('/sandbox/control')
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
