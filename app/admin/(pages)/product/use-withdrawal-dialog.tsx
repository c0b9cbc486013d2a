'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useQuestion } from './use-question'
import type { Withdrawn } from './withdrawal-dialog'

const WithdrawalDialog = dynamic(() => import('./withdrawal-dialog'), { ssr: false })

interface Question {
  /**
   * Asks about SKUs that would be withdrawn although they have stock or open orders. Resolves to true if the user
   * confirms, or if no SKU has stock or open orders.
   */
  ask: (withdrawn: Withdrawn) => Promise<boolean>
  /** The dialog, which the caller of `ask` renders. */
  dialog: ReactNode
}

/** Asks for confirmation before SKUs with open orders or stock are withdrawn. */
export function useWithdrawalDialog(): Question {
  const { ask, asked, answer } = useQuestion<Withdrawn>()
  return {
    ask: async (withdrawn) => {
      const skus = withdrawn.filter(({ stock, unpaid, unshipped }) => stock + unpaid + unshipped > 0)
      return skus.length === 0 || ask(skus)
    },
    dialog: asked && <WithdrawalDialog skus={asked} onAnswer={answer} />,
  }
}
