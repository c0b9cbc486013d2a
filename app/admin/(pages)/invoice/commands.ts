import type { Invoice } from './record'

export type Command = 'issue' | 'correct' | 'replace' | 'refuse'

/** In the order of their buttons. Without kept money, a request can only be refused. */
export function commandsOf({ status, kept_amount }: Pick<Invoice, 'status' | 'kept_amount'>): Command[] {
  if (status === 'requested') return kept_amount > 0 ? ['refuse', 'issue'] : ['refuse']
  if (status === 'issued') return ['correct']
  return status === 'to_replace' ? ['correct', 'replace'] : []
}
