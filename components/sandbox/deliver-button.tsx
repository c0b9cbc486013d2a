'use client'

import { useTranslations } from 'next-intl'
import { ActionButton } from '@/components/ui/action-button'
import { useControl } from './control'

/** At once, regardless of the schedule. */
export function DeliverButton({ event_id, number }: { event_id: string; number: string }) {
  const t = useTranslations('sandbox.deliveries')
  const { act } = useControl()
  async function deliver() {
    await act({ action: 'deliver', event_id }, t('sent'))
  }
  return (
    <ActionButton size="compact-sm" variant="default" aria-label={`${t('deliver')}: ${number}`} onAct={deliver}>
      {t('deliver')}
    </ActionButton>
  )
}
