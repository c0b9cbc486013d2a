'use client'

import { Alert, Button } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { useAction } from '@/components/ui/use-action'
import { placeOf } from '@/lib/address/place'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import { ReceiverFreight } from './receiver-freight'
import type { Order } from './record'

/** Of a paid order, to be accepted or declined. */
export function AskedAddress({ order: { id, version, asked_receiver } }: { order: Order }) {
  const t = useTranslations('sale.askedAddress')
  const can = useCan()
  const act = useAction()
  const [isBusy, setBusy] = useState(false)
  if (!asked_receiver) return null
  const { name, mobile, postal_code, ...place } = asked_receiver
  const receiver = { name, mobile, ...place, ...(postal_code !== null && { postal_code }) }
  const answer = async (body: { receiver: typeof receiver } | { asked_receiver: null }, success: string) => {
    setBusy(true)
    await act(() => send('PUT /cms/order/{id}', { params: { id }, body: { ...body, version } }), {
      success,
      failure: t('failed'),
    })
    setBusy(false)
  }
  return (
    <Alert color="yellow" variant="light" className={classes.failed} title={t('title')}>
      <p className={classes.words} lang="zh-CN">
        {name} {mobile}
        <br />
        {placeOf(asked_receiver)}
      </p>
      <ReceiverFreight id={id} />
      {can('order.update') && (
        <div className={classes.commands}>
          <Button size="xs" disabled={isBusy} onClick={() => void answer({ receiver }, t('accepted'))}>
            {t('accept')}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() => void answer({ asked_receiver: null }, t('refused'))}
          >
            {t('refuse')}
          </Button>
        </div>
      )}
    </Alert>
  )
}
