'use client'

import { useTranslations } from 'next-intl'
import { SendError, send } from '@/lib/server/client'

/** Throws in the words of the carrier if it refuses, because it has the parcel already. */
export function useCancelWaybill() {
  const t = useTranslations('waybill')
  return async ({ id, version }: { id: number; version: number }) => {
    const answer = await send('POST /cms/waybill/{id}/cancel', { params: { id }, body: { version } })
    if (answer.state !== 'ready') return answer
    const { text = '', code = 0 } = answer.reason ?? {}
    throw new SendError('provider_error', t('pack.failed', { reason: `${text} (${code})` }))
  }
}
