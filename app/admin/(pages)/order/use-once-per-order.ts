'use client'

import { useState } from 'react'
import { type Intention, newIntention } from '@/components/ui/intention'

/**
 * Returns a function that sends a request of a bulk action for one order, with an idempotency key. `name`: the action
 * and the order. After a lost answer, the same request has the same key, also when the dialog was closed meanwhile.
 */
export function useOncePerOrder() {
  const [intentions] = useState(() => new Map<string, Intention>())
  return async <Body, T>(name: string, body: Body, request: (idempotency_key: string) => Promise<T>): Promise<T> => {
    const intention = intentions.get(name) ?? newIntention()
    intentions.set(name, intention)
    const answer = await request(intention.keyFor(body))
    intention.done()
    return answer
  }
}
