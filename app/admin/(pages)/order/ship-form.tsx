'use client'

import { useTranslations } from 'next-intl'
import { PiecesInput } from '@/components/admin/pieces/pieces-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Fact, Facts } from '@/components/ui/facts'
import { shippingMethods } from '@/db/enums'
import { placeOf } from '@/lib/address/place'
import { ShipInput } from '@/lib/order/ship/cms-schema'
import { leftOf } from '@/lib/order/ship/pieces'
import { send } from '@/lib/server/client'
import { useLastCarrier } from './last-carrier'
import { OpenCases } from './open-cases'
import classes from './order.module.css'
import type { CommandFormProps } from './record'
import { TogetherInput } from './together-input'
import { useMethods } from './use-methods'
import { useNumberQuestion } from './use-number-question'

export default function ShipForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale')
  const methods = useMethods()
  const { id, version, items, fulfilment } = order
  const carriers = useDictionaryOptions('carrier')
  const last = useLastCarrier(carriers)
  const number = useNumberQuestion(order)
  const open = items.map((item) => ({ ...item, left: leftOf(item) })).filter((item) => item.left > 0)
  // These lines wait for the decision of an open case.
  const heldBack = open.filter(({ open_case_id }) => open_case_id !== null)
  const left = open.filter(({ open_case_id }) => open_case_id === null)
  const before = order.shipments.findLast(({ carrier, revoked_at }) => carrier !== null && revoked_at === null)?.carrier
  const known = carriers.find(({ value }) => value === before)?.value ?? last.carrier
  const isExpress = ({ method }: Readonly<Record<string, unknown>>) => method === 'express'
  return (
    <>
      <ResourceForm
        record={undefined}
        onClose={onClose}
        resource="order"
        element="order.ship"
        command={{ label: t('ship.save'), done: t('ship.done', { no: order.order_no }) }}
        title={t('ship.title', { no: order.order_no })}
        head={
          <Facts>
            <Fact name={t('ship.to')}>
              {order.receiver.name} {order.receiver.mobile}
              <br />
              {placeOf(order.receiver)}
            </Fact>
            {order.remark && (
              <Fact name={t('remark')}>
                <span className={classes.words}>{order.remark}</span>
              </Fact>
            )}
            {order.pinned_notes.length > 0 && (
              <Fact name={t('pinnedNotes')}>
                <span className={classes.words}>{order.pinned_notes.map(({ text }) => text).join('\n')}</span>
              </Fact>
            )}
          </Facts>
        }
        nameOf={() => order.order_no}
        fields={[
          {
            name: 'method',
            label: t('method.label'),
            options: shippingMethods
              // Only express ships a part of an order: the rest after a parcel, or the lines without an open case.
              .filter((method) => (fulfilment === 'none' && heldBack.length === 0) || method === 'express')
              .map((method) => ({ value: method, label: methods[method] })),
          },
          {
            name: 'carrier',
            label: t('ship.carrier'),
            options: carriers,
            when: isExpress,
            half: true,
          },
          { name: 'tracking_no', label: t('ship.trackingNo'), when: isExpress, half: true },
          {
            name: 'items',
            label: t('ship.items'),
            help: t('ship.itemsHelp'),
            when: isExpress,
            render: (input) => (
              <>
                {heldBack.length > 0 && <OpenCases lines={heldBack} />}
                <PiecesInput {...input} lines={left} />
              </>
            ),
          },
          {
            name: 'together',
            label: t('ship.together'),
            help: t('ship.togetherHelp'),
            when: (values) => isExpress(values) && heldBack.length === 0 && order.ships_with.length > 0,
            render: (input) => <TogetherInput {...input} orders={order.ships_with} />,
          },
        ]}
        create={{
          schema: ShipInput,
          fixedValues: { version },
          initialValues: {
            method: 'express',
            ...(known !== undefined && { carrier: known }),
            items: left.map((item) => ({ order_item_id: item.id, count: item.left })),
            together: [],
          },
          confirm: async ({ tracking_no }) => tracking_no === undefined || number.ask(tracking_no),
          send: async ({ items: chosen, ...parcel }) => {
            // A parcel of several orders has no items: it takes everything that is left of them.
            const isWhole = left.every((item) =>
              chosen?.some((one) => one.order_item_id === item.id && one.count === item.left),
            )
            const body = parcel.together?.length && isWhole ? parcel : { ...parcel, items: chosen }
            await send('POST /cms/order/{id}/ship', { params: { id }, body })
            if (body.carrier !== undefined) last.keep(body.carrier)
          },
        }}
      />
      {number.dialog}
    </>
  )
}
