'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useQuestion } from '@/components/ui/use-question'
import type { Withdrawn } from './withdrawal-dialog'

const WithdrawalDialog = dynamic(() => import('./withdrawal-dialog'), { ssr: false })

interface Question {
  /** Resolves to true if confirmed, or if no SKU has stock or open orders. */
  ask: (withdrawn: Withdrawn) => Promise<boolean>
  /** Rendered by the caller of `ask`. */
  dialog: ReactNode
}

/** Before SKUs with open orders or stock are withdrawn. */
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
