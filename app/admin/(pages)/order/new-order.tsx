'use client'

import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordHead } from '@/components/admin/frame/record-head'
import type { InputProps } from '@/components/admin/resource-form/field'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { leave } from '@/components/admin/resource-form/unsaved'
import { StaffOrderInput } from '@/lib/order/desk/cms-schema'
import { listPath, recordPath } from '@/lib/server/admin/record-path'
import { type Answer, send } from '@/lib/server/client'
import { usePriceDialog } from '../product/use-price-dialog'
import { DeliveryInput, isCollected, useDeliveryOptions } from './collection-input'
import { CustomerInput } from './customer-input'
import { GoodsInput } from './goods-input'
import classes from './order.module.css'
import { OrderSum, previewOrRefusal } from './order-sum'
import { ReceiverInput } from './receiver-input'

/** For the payment, in minutes. */
const times = [30, 120, 1_440, 4_320, 10_080] as const

export function NewOrder() {
  const t = useTranslations('sale.new')
  const tSale = useTranslations('sale')
  const router = useRouter()
  const placed = useRef<number>(undefined)
  const prices = usePriceDialog()
  const can = useCan()
  const deliveries = useDeliveryOptions()
  return (
    <>
      <RecordHead list={{ href: listPath('order'), name: tSale('all') }} title={t('title')} />
      <div className={classes.panel}>
        <ResourceForm
          record={undefined}
          onClose={() => leave(() => router.push(listPath('order')))}
          onSaved={() => placed.current !== undefined && router.push(recordPath('order', placed.current))}
          resource="order"
          element="order.create"
          command={{ label: t('save'), done: t('done') }}
          title={t('title')}
          nameOf={() => t('title')}
          fields={[
            {
              name: 'user_id',
              label: t('customer'),
              help: t('customerHelp'),
              render: (input) => <CustomerInput {...input} />,
            },
            { name: 'items', label: t('goods'), render: (input) => <GoodsInput {...input} /> },
            {
              name: 'store_id',
              label: t('delivery'),
              options: deliveries,
              when: () => deliveries.length > 1,
              render: (input) => <DeliveryInput {...input} options={deliveries} />,
            },
            {
              name: 'receiver',
              label: t('receiver'),
              when: (values) => !isCollected(values),
              render: (input) => <ReceiverInput {...input} hasPlace />,
            },
            {
              name: 'contact',
              label: t('contact'),
              when: isCollected,
              render: (input) => <ReceiverInput {...input} hasPlace={false} />,
            },
            // The number is entered together with the customer, the coupon with the sum.
            { name: 'mobile', label: t('customer'), render: () => null },
            { name: 'coupon_id', label: t('coupon'), render: () => null },
            ...(['freight_amount', 'discount_amount'] as const).map((name) => ({
              name,
              when: () => can('order.update'),
              label: t(name),
              help: t(`${name}Help`),
              half: true,
              render: (input: InputProps) => <MoneyInput {...input} required={false} />,
            })),
            { name: 'customer_note', label: t('customerNote') },
            { name: 'note', label: t('note'), help: t('noteHelp') },
            {
              name: 'expires_in_minutes',
              label: t('time'),
              help: t('timeHelp'),
              options: times.map((minutes) => ({
                value: String(minutes),
                label: t('minutes', { minutes: String(minutes) }),
              })),
            },
            { name: 'expected_amount', label: t('sum'), render: (input) => <OrderSum {...input} /> },
          ]}
          create={{
            schema: StaffOrderInput,
            initialValues: { expires_in_minutes: 1_440 },
            confirm: async (body) => {
              const given = body.items.filter(({ price }) => price !== undefined)
              if (given.length === 0) return true
              const preview = await previewOrRefusal(send('POST /cms/order/preview', { body }))
              return prices.ask(...comparedPrices(given, preview?.items ?? []))
            },
            send: async (body, options) => {
              placed.current = (await send('POST /cms/order', { body, ...options })).id
            },
          }}
        />
      </div>
      {prices.dialog}
    </>
  )
}

/** With the prices of the SKUs to compare them with. */
const comparedPrices = (
  given: readonly { sku_id?: number | undefined; price?: number | undefined }[],
  items: Answer<'POST /cms/order/preview'>['items'],
): Parameters<ReturnType<typeof usePriceDialog>['ask']> => [
  given.map(({ sku_id: id, price }) => {
    const item = items.find(({ sku_id }) => sku_id === id)
    return { id, price, cost: item?.cost, values: item ? [item.name, item.spec_text].filter(Boolean) : [] }
  }),
  items.map(({ sku_id: id, regular_price: price, cost }) => ({ id, price, cost })),
]
