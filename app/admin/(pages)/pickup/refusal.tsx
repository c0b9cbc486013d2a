'use client'

import { useTranslations } from 'next-intl'
import { useFailureText } from '@/components/ui/failure-text'
import { Moment } from '@/components/ui/moment'
import { SendError } from '@/lib/server/client'

/** Also for a code without an order. */
export function Refusal({ error }: { error: unknown }) {
  const t = useTranslations('sale.pickup')
  const ofFormat = useTranslations('refusal.format')
  const textOf = useFailureText()
  const { code, problem } = error instanceof SendError ? error : {}
  const collected_at = problem?.collected_at
  if (code === 'already_collected' && typeof collected_at === 'string')
    return t.rich('alreadyCollected', { at: () => <Moment at={collected_at} /> })
  const store = nameIn(problem?.store)
  if (code === 'other_store' && store !== undefined) return t('otherStore', { store })
  if (code === 'not_found') return t('notFound')
  if (code === 'order_state') return t('notPaid')
  if (code === 'invalid_request') return ofFormat('pickup_code')
  return textOf(error).text
}

const nameIn = (store: unknown) =>
  typeof store === 'object' && store !== null && 'name' in store && typeof store.name === 'string'
    ? store.name
    : undefined
