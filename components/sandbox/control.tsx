'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react'
import { SendError } from '@/lib/server/client'
import classes from './sandbox.module.css'
import { type ControlAction, type ControlAnswer, sendControl } from './send-control'

interface Control {
  /** Refreshes the page and shows `message`, or the reason of a failure, which returns undefined. */
  act(action: ControlAction, message?: string): Promise<ControlAnswer | undefined>
}

const ControlContext = createContext<Control>({ act: async () => undefined })

export const useControl = () => use(ControlContext)

const pollMilliseconds = 3_000
/** Keeps the ages of records correct. */
const refreshMilliseconds = 30_000
/** A second refresh shows the results of callbacks, which follow the platform's response. */
const refreshDelayMilliseconds = 1_200
/** A refusal stays until the next action. */
const messageMilliseconds = 6_000

export function ControlProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('sandbox')
  const { refresh } = useRouter()
  useChangeRefresh(refresh)
  const [message, setMessage] = useState<{ text: string; isRefusal: boolean }>()

  useEffect(() => {
    if (!message || message.isRefusal) return
    const timer = setTimeout(() => setMessage(undefined), messageMilliseconds)
    return () => clearTimeout(timer)
  }, [message])

  const act = useCallback(
    async (action: ControlAction, message?: string) => {
      setMessage(undefined)
      try {
        const result = await sendControl(action)
        if (message) setMessage({ text: message, isRefusal: false })
        return result
      } catch (error) {
        const isRefusal = error instanceof SendError && error.code !== 'network'
        setMessage({ text: isRefusal ? t('refused', { detail: error.detail }) : t('unreachable'), isRefusal: true })
        return undefined
      } finally {
        refresh()
        setTimeout(refresh, refreshDelayMilliseconds)
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

/** Not while the state cannot be fetched: without a server, the refresh would leave the page. */
function useChangeRefresh(refresh: () => void): void {
  useEffect(() => {
    // Since the page was rendered, so the first response counts as a change.
    let known: string | undefined
    let readAt = Date.now()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const state = await readState()
      if (state === undefined) return
      const isNew = state !== known
      known = state
      if (!isNew && Date.now() - readAt < refreshMilliseconds) return
      readAt = Date.now()
      refresh()
    }
    void ask()
    const timer = setInterval(ask, pollMilliseconds)
    return () => clearInterval(timer)
  }, [refresh])
}

/** undefined: the server does not respond. */
async function readState(): Promise<string | undefined> {
  try {
    const answer = await fetch('/sandbox/control')
    return answer.ok ? await answer.text() : undefined
  } catch {
    return undefined
  }
}
