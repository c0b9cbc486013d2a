'use client'

import { Button } from '@mantine/core'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import type { RowOf } from '@/components/admin/resource-table/declaration'
import { DictionaryTag, Tag } from '@/components/admin/tag/tag'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { Copyable } from '@/components/ui/copyable'
import { useAction } from '@/components/ui/use-action'
import { labelsPath } from '@/lib/order/waybill/path'
import { StateTag } from '../waybill/state-tag'
import { useCancelWaybill } from '../waybill/use-cancel-waybill'
import classes from './order.module.css'

export type Waybill = RowOf<'GET /cms/waybill'>

export function OrderWaybills({ waybills, onChange }: { waybills: readonly Waybill[]; onChange: () => void }) {
  const t = useTranslations('waybill')
  const can = useCan()
  const act = useAction()
  const cancel = useCancelWaybill()
  const [asked, setAsked] = useState<Waybill>()
  return (
    <>
      <h3 className={classes.waybills}>{t('title')}</h3>
      <ul className={classes.parcels}>
        {waybills.map((one) => {
          const isLabelled = one.state === 'ready' || one.state === 'shipped'
          return (
            <li key={one.id}>
              <span className={classes.parcel}>
                <DictionaryTag type="carrier" value={one.delivery_id} />
                {one.tracking_no && <Copyable text={one.tracking_no} />}
                <StateTag state={one.state} />
                {one.print_count > 0 && <Tag style="default">{t('pack.printed', { count: one.print_count })}</Tag>}
              </span>
              <span className={classes.commands}>
                {isLabelled && can('waybill.print') && (
                  <Button component={Link} href={labelsPath([one])} size="compact-xs" variant="subtle">
                    {t('printLabel')}
                  </Button>
                )}
                {(one.state === 'ready' || one.state === 'creating') && can('waybill.cancel') && (
                  <Button size="compact-xs" variant="subtle" color="red" onClick={() => setAsked(one)}>
                    {t('cancelOne')}
                  </Button>
                )}
              </span>
              {one.reason && (
                <p className={classes.hint}>
                  {one.reason.text} ({one.reason.code})
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {asked && (
        <ConfirmDialog
          title={t('cancelOne')}
          confirmLabel={t('cancelOne')}
          cancelLabel={t('pack.notYet')}
          onCancel={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void act(() => cancel(asked), {
              success: ({ state }) => t(state === 'canceled' ? 'canceledNow' : 'cancelsSoon'),
              failure: t('notCanceledNow'),
              explain: ({ detail, code }) => (code === 'provider_error' ? detail : undefined),
            }).then(onChange)
          }}
        >
          {t('cancelQuestion', { count: 1 })}
        </ConfirmDialog>
      )}
    </>
  )
}
