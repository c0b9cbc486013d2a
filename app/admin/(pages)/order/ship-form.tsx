'use client'

import { useTranslations } from 'next-intl'
import { PiecesInput } from '@/components/pieces/pieces-input'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { useDictionaryOptions } from '@/components/tag/use-dictionary-options'
import { shippingMethods } from '@/db/enums'
import { send } from '@/lib/api/client'
import { ShipInput } from '@/lib/order/cms-schema'
import { leftOf } from '@/lib/order/pieces'
import type { CommandFormProps } from './record'
import { useMethods } from './use-methods'

/** Ships an order, or some of its pieces as a parcel. */
export default function ShipForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale')
  const methods = useMethods()
  const { id, version, items, fulfilment } = order
  const left = items.map((item) => ({ ...item, left: leftOf(item) })).filter((item) => item.left > 0)
  const isExpress = ({ method }: Readonly<Record<string, unknown>>) => method === 'express'
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="order"
      element="order.ship"
      command={{ label: t('ship.save'), done: t('ship.done') }}
      title={t('ship.title', { no: order.order_no })}
      nameOf={() => order.order_no}
      fields={[
        {
          name: 'method',
          label: t('method.label'),
          options: shippingMethods
            // A part was shipped by express, and so is the rest.
            .filter((method) => fulfilment === 'none' || method === 'express')
            .map((method) => ({ value: method, label: methods[method] })),
        },
        {
          name: 'carrier',
          label: t('ship.carrier'),
          options: useDictionaryOptions('carrier'),
          when: isExpress,
          half: true,
        },
        { name: 'tracking_no', label: t('ship.trackingNo'), when: isExpress, half: true },
        {
          name: 'items',
          label: t('ship.items'),
          help: t('ship.itemsHelp'),
          when: isExpress,
          render: (input) => <PiecesInput {...input} lines={left} />,
        },
      ]}
      create={{
        schema: ShipInput,
        fixedValues: { version },
        initialValues: {
          method: 'express',
          items: left.map((item) => ({ order_item_id: item.id, count: item.left })),
        },
        send: (body) => send('POST /cms/order/{id}/ship', { params: { id }, body }),
      }}
    />
  )
}
