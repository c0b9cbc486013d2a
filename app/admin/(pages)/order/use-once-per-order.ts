'use client'

import { useState } from 'react'
import { type Intention, newIntention } from '@/components/ui/intention'

/** Repeating the same `name` (action and order) and body after a lost response does not run the action twice. */
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
