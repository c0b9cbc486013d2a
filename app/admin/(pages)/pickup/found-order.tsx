'use client'

import { Alert } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { PageSection } from '@/components/admin/frame/page-section'
import { PiecesTable } from '@/components/admin/pieces/pieces-table'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { Tag } from '@/components/admin/tag/tag'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { useRefusals } from '../order/use-refusals'
import type { PickupOrder } from './pickup'
import classes from './pickup.module.css'

interface FoundOrderProps {
  order: PickupOrder
  /** `count`: pieces to hand over. Not called if the order cannot be handed over now. */
  children: (count: number) => ReactNode
}

export function FoundOrder({ order, children }: FoundOrderProps) {
  const { id, order_no, contact, store, paid_at, ready_at, remark, pinned_notes, refusal } = order
  const t = useTranslations('sale')
  const reasonOf = useRefusals()
  const lines = order.items.filter(({ left_count }) => left_count > 0)
  return (
    <PageSection title={`${contact.name} ${contact.mobile}`}>
      <div>
        {ready_at ? <Tag style="info">{t('pickup.ready')}</Tag> : <Tag style="warning">{t('pickup.notReady')}</Tag>}
      </div>
      <Facts>
        <Fact name={t('orderNo')}>
          <RecordAnchor resource="order" id={id}>
            {order_no}
          </RecordAnchor>
        </Fact>
        <Fact name={t('pickup.store')}>{store.name}</Fact>
        <Fact name={t('paidAt')}>{paid_at && <Moment at={paid_at} exact />}</Fact>
        <Fact name={t('remark')}>{remark && <span className={classes.words}>{remark}</span>}</Fact>
        <Fact name={t('pinnedNotes')}>
          {pinned_notes.length > 0 && <span className={classes.words}>{pinned_notes.join('\n')}</span>}
        </Fact>
      </Facts>
      {lines.length > 0 && (
        <div className={classes.lines}>
          <PiecesTable
            caption={t('section.items')}
            minWidth={360}
            lines={lines}
            keyOf={(line) => line.id}
            columns={[
              {
                label: t('pickup.left'),
                value: ({ count, left_count }) => (
                  <>
                    <strong className={classes.count}>{left_count}</strong>
                    {count > left_count && <small>{t('pickup.refunded', { count: count - left_count })}</small>}
                  </>
                ),
              },
            ]}
          />
        </div>
      )}
      {refusal === null ? (
        children(lines.reduce((sum, { left_count }) => sum + left_count, 0))
      ) : (
        <Alert color="yellow" variant="light">
          {reasonOf('collect', refusal)}
        </Alert>
      )}
    </PageSection>
  )
}
