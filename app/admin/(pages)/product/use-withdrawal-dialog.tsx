'use client'

import dynamic from 'next/dynamic'
import { type ReactNode, useState } from 'react'
import type { Withdrawn } from './withdrawal-dialog'

const WithdrawalDialog = dynamic(() => import('./withdrawal-dialog'), { ssr: false })

interface Question {
  /** Asks about SKUs that would be withdrawn although they have stock or open orders. True: withdraw the SKUs. */
  ask: (withdrawn: Withdrawn) => Promise<boolean>
  /** The dialog, which the caller of `ask` renders. */
  dialog: ReactNode
}

/** Asks for confirmation before SKUs with open orders or stock are withdrawn. */
export function useWithdrawalDialog(): Question {
  const [asked, setAsked] = useState<{ skus: Withdrawn; answer: (isMeant: boolean) => void }>()
  const answer = (isMeant: boolean) => {
    setAsked(undefined)
    asked?.answer(isMeant)
  }
  return {
    ask: (withdrawn) => {
      const skus = withdrawn.filter(({ stock, unpaid, unshipped }) => stock + unpaid + unshipped > 0)
      return skus.length === 0 ? Promise.resolve(true) : new Promise((done) => setAsked({ skus, answer: done }))
    },
    dialog: asked && <WithdrawalDialog skus={asked.skus} onAnswer={answer} />,
  }
}
