'use client'

import { Alert, Button, Group, Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import type { z } from 'zod'
import { Copy } from '@/components/shop/copy'
import { useCustomer } from '@/components/shop/customer/provider'
import { GoodsLine } from '@/components/shop/goods-line'
import classes from '@/components/shop/order/order.module.css'
import { PhotoList } from '@/components/shop/photos/photo-list'
import { useConfirm } from '@/components/shop/use-confirm'
import { ActionButton } from '@/components/ui/action-button'
import { Dismissed } from '@/components/ui/dismissed'
import { shopLanguage } from '@/components/ui/language'
import { Moment } from '@/components/ui/moment'
import { onDemand } from '@/components/ui/on-demand'
import { useAction } from '@/components/ui/use-action'
import type { AfterSale } from '@/lib/after_sale/schema'
import { isAveraged } from '@/lib/order/refund-sum'
import { isFailedRefund } from '@/lib/payment/failed'
import { send } from '@/lib/server/client'

// Loaded when the customer opens a form.
const CaseSheet = onDemand(async () => (await import('./case-sheet')).default, {
  onMissing: ({ onClose }) => onClose(),
})

export type Case = z.output<typeof AfterSale>

interface CaseCardProps {
  case: Case
  /** undefined: not read yet. */
  reason: string | undefined
  /** undefined: no parcel, or not read yet. */
  carrier: string | undefined
  onChanged: (changed: Case) => void
}

export function CaseCard({ case: one, reason, carrier, onChanged }: CaseCardProps) {
  const t = useTranslations('purchase.case')
  const format = useFormatter()
  const act = useAction()
  const { asCustomer } = useCustomer()
  const [confirm, dialog] = useConfirm()
  const [writing, setWriting] = useState<'return' | 'correct' | 'dispute'>()
  const { id, status, approved_amount, requested_amount, actions, return_to, return_carrier, return_tracking_no } = one

  const deadline = deadlineOf(one)
  const number = t('number', { number: one.no })

  const withdraw = (begin: () => void) =>
    act(
      async () => {
        const question = { title: t('withdrawTitle'), text: t('withdrawText'), label: t('withdraw') }
        if (!(await confirm(question))) throw new Dismissed()
        begin()
        onChanged(await asCustomer((token) => send('POST /v1/after_sale/{id}/withdraw', { params: { id }, token })))
      },
      { success: t('withdrawDone'), failure: t('notSent'), isLocal: true },
    )
  return (
    <li className={classes.card}>
      <div className={classes.head}>
        <Group gap={4} wrap="nowrap">
          <Text span size="sm" c="dimmed" className={classes.number}>
            {number}
          </Text>
          <Copy text={one.no} label={t('copyNumber')} isInline />
        </Group>
        <Text span size="sm" fw={600} c="accent" style={{ whiteSpace: 'nowrap' }}>
          {t(`status.${one.status}`)}
        </Text>
      </div>
      {one.items.map((item) => (
        <GoodsLine key={item.order_item_id} goods={{ ...item, price: item.amount }}>
          {item.discount_amount !== null &&
            isAveraged({ count: item.ordered_count, deal_pieces: item.deal_pieces }) && (
              <Text size="xs" c="dimmed">
                {t('averaged')}
              </Text>
            )}
        </GoodsLine>
      ))}
      <Text size="sm">
        {t(`kind.${one.kind}`)} · {t(approved_amount === null ? 'requested' : 'approved')}{' '}
        <Text span inherit fw={650}>
          {/* Can include shipping fee beyond what was asked for. */}
          {format.number((one.refund?.amount ?? approved_amount ?? requested_amount) / 100, 'price')}
        </Text>
      </Text>
      {one.postage_amount > 0 && (
        <Text size="sm">{t('postage', { amount: format.number(one.postage_amount / 100, 'price') })}</Text>
      )}
      <Told title={reason} text={one.description} images={one.images} />
      {one.disputed_at && <Told title={t('disputed')} text={one.dispute_description} images={one.dispute_images} />}
      {deadline && (
        <Text size="sm">{t.rich(`deadline.${deadline.of}`, { time: () => <Moment at={deadline.at} exact /> })}</Text>
      )}
      {one.status === 'done' && <Text size="sm">{t('refundedTo')}</Text>}
      {one.refund && isFailedRefund(one.refund.status) && (
        <Alert color="orange" variant="light">
          {t('refundFailed')}
        </Alert>
      )}
      {status === 'returning' && return_to && (
        <Alert color="orange" variant="light" title={t('sendTo')}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <span lang={shopLanguage}>{return_to}</span>
            <Copy text={return_to} label={t('copyAddress')} />
          </Group>
        </Alert>
      )}
      {return_tracking_no && (
        <dl className={classes.parcel}>
          <dt>{t('carrier')}</dt>
          <dd>{carrier ?? return_carrier}</dd>
          <dt>{t('trackingNo')}</dt>
          <dd className={classes.number}>{return_tracking_no}</dd>
        </dl>
      )}
      <ol className={classes.log}>
        {one.log.map(({ action, from_status, to_status, created_at, note }) => (
          <li key={`${action} ${created_at}`}>
            <span>
              {t(from_status === to_status ? 'log.corrected' : `log.${action}`)}
              {note && (
                <Text size="sm" c="dimmed" lang={shopLanguage}>
                  {note}
                </Text>
              )}
            </span>
            <Text span inherit c="dimmed">
              <Moment at={created_at} exact />
            </Text>
          </li>
        ))}
      </ol>
      {actions.length > 0 && (
        <div className={classes.buttons}>
          {actions.includes('withdraw') && (
            <ActionButton size="sm" variant="default" asks onAct={withdraw} aria-label={`${t('withdraw')} ${number}`}>
              {t('withdraw')}
            </ActionButton>
          )}
          {actions.includes('dispute') && (
            <Button
              size="sm"
              variant="default"
              aria-label={`${t('dispute')} ${number}`}
              onClick={() => setWriting('dispute')}
            >
              {t('dispute')}
            </Button>
          )}
          {actions.includes('return') &&
            (return_tracking_no ? (
              <Button
                size="sm"
                variant="default"
                aria-label={`${t('correct')} ${number}`}
                onClick={() => setWriting('correct')}
              >
                {t('correct')}
              </Button>
            ) : (
              <Button size="sm" aria-label={`${t('return')} ${number}`} onClick={() => setWriting('return')}>
                {t('return')}
              </Button>
            ))}
        </div>
      )}
      {writing && (
        <CaseSheet
          id={id}
          kind={writing}
          parcel={
            writing === 'correct' ? { carrier: return_carrier ?? '', tracking_no: return_tracking_no ?? '' } : undefined
          }
          onClose={() => setWriting(undefined)}
          onDone={(changed) => {
            setWriting(undefined)
            onChanged(changed)
          }}
        />
      )}
      {dialog}
    </li>
  )
}

function deadlineOf({ status, decide_by, return_by, inspect_by }: Case) {
  if (status === 'requested' || status === 'disputed') return { of: 'decide', at: decide_by } as const
  if (status === 'returning' && return_by) return { of: 'return', at: return_by } as const
  if (status === 'returned' && inspect_by) return { of: 'inspect', at: inspect_by } as const
  return undefined
}

interface ToldProps {
  title: string | undefined
  text: string
  images: readonly string[]
}

function Told({ title, text, images }: ToldProps) {
  const t = useTranslations('purchase.photos')
  if (!title && !text && images.length === 0) return null
  return (
    <div className={classes.told}>
      {title && (
        <Text size="sm" fw={600}>
          {title}
        </Text>
      )}
      {text && (
        <Text size="sm" className={classes.words}>
          {text}
        </Text>
      )}
      <PhotoList label={t('label')} urls={images} textOf={(number) => t('photo', { number })} />
    </div>
  )
}
