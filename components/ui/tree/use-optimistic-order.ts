'use client'

import { useOptimistic, useTransition } from 'react'

/**
 * Returns the items in a new order while this order is being stored. If storing fails, returns the previous order
 * again.
 */
export function useOptimisticOrder<Item>(items: readonly Item[], store: (items: Item[]) => Promise<void>) {
  const [, startTransition] = useTransition()
  const [shown, show] = useOptimistic<readonly Item[]>(items)
  return {
    items: shown,
    onOrder: (next: Item[]) =>
      startTransition(async () => {
        show(next)
        await store(next)
      }),
  }
}
