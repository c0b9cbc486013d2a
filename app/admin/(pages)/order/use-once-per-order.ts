'use client'

import { useState } from 'react'
import { type Intention, newIntention } from '@/components/ui/intention'

/**
 * Returns a function that sends a request of a bulk action for one order, with an Idempotency-Key. `name` names the
 * action and the order. If a response was lost, repeating the request with the same `name` and body sends the same key,
 * so that the action is not done twice.
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
