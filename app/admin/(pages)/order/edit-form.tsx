'use client'

import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { PieceRows } from '@/components/admin/pieces/piece-rows'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import { yuanOf } from '@/lib/kit/money'
import { OrderChanges } from '@/lib/order/cms-schema'
import { send } from '@/lib/server/client'
import classes from './order.module.css'
import { ReceiverInput } from './receiver-input'
import type { CommandFormProps } from './record'

/** A form for the prices and the receiver of an order. Shows only the fields that can still be changed. */
export default function EditForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale.edit')
  const isPossible = (action: 'reprice' | 'readdress') =>
    order.actions.some((one) => one.action === action && one.allowed)
  const nameOfLine = (id: number) => order.items.find((line) => line.id === id)?.name ?? ''
  return (
    <ResourceForm
      record={order}
      valuesOf={({ items, discount_amount, promotion_amount }) => ({
        items: items.map(({ id, price }) => ({ order_item_id: id, price })),
        discount_amount: discount_amount - promotion_amount,
      })}
      onClose={onClose}
      read={() => send('GET /cms/order/{id}', { params: { id: order.id } })}
      resource="order"
      command={{ done: t('done') }}
      title={t('title', { no: order.order_no })}
      nameOf={({ order_no }) => t('title', { no: order_no })}
      fields={[
        ...(isPossible('reprice')
          ? [
              {
                name: 'items' as const,
                label: t('prices'),
                help: t('pricesHelp'),
                format: (value: unknown) =>
                  pricesIn(value)
                    .map(
                      ({ order_item_id, price }) =>
                        `${nameOfLine(order_item_id)} ${typeof price === 'number' ? yuanOf(price) : ''}`,
                    )
                    .join(', '),
                render: (input: InputProps) => <LinePrices {...input} order={order} />,
              },
              { name: 'discount_amount' as const, label: t('discount'), help: t('discountHelp') },
              { name: 'freight_amount' as const, label: t('freight') },
            ]
          : []),
        ...(isPossible('readdress')
          ? [
              {
                name: 'receiver' as const,
                label: order.store ? t('receiver.contact') : t('receiver.label'),
                format: (receiver: unknown) =>
                  isRecord(receiver) ? Object.values(receiver).filter(Boolean).join(' ') : '',
                render: (input: InputProps) => <ReceiverFields {...input} order={order} />,
              },
            ]
          : []),
      ]}
      update={{
        schema: OrderChanges,
        send: ({ id }, body) => send('PUT /cms/order/{id}', { params: { id }, body }),
      }}
    />
  )
}

interface LinePrice {
  order_item_id: number
  price: unknown
}

const isLinePrice = (one: unknown): one is LinePrice =>
  isRecord(one) && typeof one.order_item_id === 'number' && 'price' in one

const pricesIn = (value: unknown): LinePrice[] => (Array.isArray(value) ? value.filter(isLinePrice) : [])

/** An input for the price of each line, and the resulting total. */
function LinePrices({ order, ...input }: InputProps & Pick<CommandFormProps, 'order'>) {
  const t = useTranslations('sale.edit')
  const format = useFormatter()
  const prices = pricesIn(input.value)
  const fenIn = (value: unknown) => (typeof value === 'number' ? value : 0)
  const goods = prices.reduce(
    (sum, { order_item_id, price }) =>
      sum + fenIn(price) * (order.items.find(({ id }) => id === order_item_id)?.count ?? 0),
    0,
  )
  const { promotion_amount } = order
  const total = goods + fenIn(input.values.freight_amount) - promotion_amount - fenIn(input.values.discount_amount)
  return (
    <>
      <FieldGroup {...input}>
        <PieceRows
          lines={order.items}
          detailsOf={({ spec_text, count }) => [spec_text, t('pieces', { count })].filter(Boolean).join(' ')}
        >
          {(line) => {
            const at = prices.findIndex(({ order_item_id }) => order_item_id === line.id)
            const path = `${input.path}.${at}.price`
            return (
              <MoneyInput
                {...input}
                path={path}
                label={t('price')}
                description={undefined}
                error={input.errors[path]}
                value={prices[at]?.price}
                onChange={(price) =>
                  input.onChange(prices.map((one, index) => (index === at ? { ...one, price } : one)))
                }
                attributes={{
                  'aria-label': `${line.name} ${line.spec_text}: ${t('price')}`,
                  className: classes.amount,
                }}
              />
            )
          }}
        </PieceRows>
      </FieldGroup>
      <Text role="status" size="sm" fw={600} className={classes.total}>
        {t('total', { amount: format.number(total / 100, 'price') })}
      </Text>
    </>
  )
}

/** The inputs of an order's receiver. The shipping fee was computed for the original province, and does not change. */
function ReceiverFields({ order, ...input }: InputProps & Pick<CommandFormProps, 'order'>) {
  const t = useTranslations('sale.edit.receiver')
  const format = useFormatter()
  const { province } = order.receiver
  const chosen = isRecord(input.value) ? input.value.province : undefined
  return (
    <ReceiverInput {...input} hasPlace={order.store === null}>
      {chosen !== province && (
        <Text size="sm" c="orange" role="status">
          {t('otherProvince', { province, fee: format.number(order.freight_amount / 100, 'price') })}
        </Text>
      )}
    </ReceiverInput>
  )
}
