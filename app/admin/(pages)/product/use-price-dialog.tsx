'use client'

import dynamic from 'next/dynamic'
import type { ReactNode } from 'react'
import { useQuestion } from '@/components/ui/use-question'
import { doubtsOf } from '@/lib/product/price-doubts'
import type { DoubtedSku } from './price-dialog'

const PriceDialog = dynamic(() => import('./price-dialog'), { ssr: false })

interface Sku {
  id?: number | undefined
  values?: readonly string[] | undefined
  price?: number | undefined
  market_price?: number | null | undefined
  cost?: number | null | undefined
}

interface Question {
  /** Resolves to true if confirmed, or if no price is doubtful. `stored`: before the change. */
  ask: (skus: readonly Sku[], stored?: readonly Sku[]) => Promise<boolean>
  /** Rendered by the caller of `ask`. */
  dialog: ReactNode
}

/** Below cost, above the compare-at price, or far from the stored price. */
export function usePriceDialog(): Question {
  const { ask, asked, answer } = useQuestion<DoubtedSku[]>()
  return {
    ask: async (skus, stored = []) => {
      const doubted = skus.flatMap((sku, index) => {
        const before = sku.id === undefined ? undefined : stored.find(({ id }) => id === sku.id)
        const doubts = doubtsOf(sku, before)
        const { price = 0, values = [] } = sku
        return doubts.length > 0 ? [{ key: index, name: values.join(' / '), price, doubts }] : []
      })
      return doubted.length === 0 || ask(doubted)
    },
    dialog: asked && <PriceDialog skus={asked} onAnswer={answer} />,
  }
}
