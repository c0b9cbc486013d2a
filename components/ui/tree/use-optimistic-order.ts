'use client'

import { useOptimistic, useTransition } from 'react'

/** The new order while it is being stored; the previous one again if this fails. */
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
