'use client'

import { Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { send } from '@/lib/server/client'
import type { Order } from './record'

/** Not shown after the notification. */
export function MarkReady({ order: { id, version, actions, pickup } }: { order: Order }) {
  const t = useTranslations('sale.pickup')
  const can = useCan()
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  const isAllowed = actions.some(({ action, allowed }) => action === 'ready' && allowed)
  if (!isAllowed || pickup?.ready_at || !can('order.collect')) return null
  const mark = async () => {
    setBusy(true)
    await act(() => send('POST /cms/order/{id}/ready', { params: { id }, body: { version } }), {
      success: t('markedReady'),
      failure: t('notMarked'),
    })
    setBusy(false)
  }
  return (
    <Button variant="default" disabled={isBusy} onClick={() => void mark()}>
      {t('markReady')}
    </Button>
  )
}
