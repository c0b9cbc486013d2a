'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useState } from 'react'
import { useUnsavedGuard } from './unsaved'

const Question = dynamic(() => import('./question').then(({ Question }) => Question), { ssr: false })

interface LeaveQuestion {
  title: string
  text: string
}

/** While `isAtStake`, whoever leaves is asked first; answers the question, to be shown, while it is open. */
export function useLeaveQuestion(isAtStake: boolean, { title, text }: LeaveQuestion): ReactNode {
  const t = useTranslations('form')
  const [exit, setExit] = useState<{ go: () => void }>()
  const ask = useCallback((go: () => void) => setExit({ go }), [])
  useUnsavedGuard(isAtStake, ask)
  return (
    exit && (
      <Question
        title={title}
        yes={t('discard')}
        no={t('goOn')}
        onNo={() => setExit(undefined)}
        onYes={() => {
          setExit(undefined)
          exit.go()
        }}
      >
        {text}
      </Question>
    )
  )
}
