'use client'

import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useFormatter, useTranslations } from 'next-intl'
import { PieceRows } from '@/components/admin/pieces/piece-rows'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FieldGroup } from '@/components/admin/resource-form/inputs/field-group'
import MoneyInput from '@/components/admin/resource-form/inputs/money-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { isRecord } from '@/components/admin/resource-form/schema-fields'
import { useRead } from '@/components/ui/use-read'
import { yuanOf } from '@/lib/kit/money'
import { OrderChanges, PriceChanges } from '@/lib/order/change/cms-schema'
import { send } from '@/lib/server/client'
import { usePriceDialog } from '../product/use-price-dialog'
import classes from './order.module.css'
import { previewOrRefusal } from './order-sum'
import { ReceiverFreight } from './receiver-freight'
import { ReceiverInput } from './receiver-input'
import type { CommandFormProps } from './record'

/** Shows only fields that can still be changed. */
export default function EditForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale.edit')
  const isPossible = (action: 'reprice' | 'readdress') =>
    order.actions.some((one) => one.action === action && one.allowed)
  const doubts = usePriceDialog()
  const nameOfLine = (id: number) => order.items.find((line) => line.id === id)?.name ?? ''
  return (
    <>
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
          confirm: async ({ id, items }, body) => {
            const given = (body.items ?? []).filter(
              ({ order_item_id, price }) => items.find((line) => line.id === order_item_id)?.price !== price,
            )
            if (given.length === 0) return true
            const input = { params: { id }, body: { items: given } }
            const preview = await previewOrRefusal(send('POST /cms/order/{id}/preview', input))
            const regular =
              preview?.items.map((one) => ({ ...one, id: one.order_item_id, price: one.regular_price })) ?? []
            const asked = given.map(({ order_item_id: id, price }) => ({
              id,
              price,
              values: [nameOfLine(id)],
              cost: regular.find((one) => one.id === id)?.cost,
            }))
            return doubts.ask(asked, regular)
          },
          send: ({ id }, body) => send('PUT /cms/order/{id}', { params: { id }, body }),
        }}
      />
      {doubts.dialog}
    </>
  )
}

interface LinePrice {
  order_item_id: number
  price: unknown
}

const isLinePrice = (one: unknown): one is LinePrice =>
  isRecord(one) && typeof one.order_item_id === 'number' && 'price' in one

const pricesIn = (value: unknown): LinePrice[] => (Array.isArray(value) ? value.filter(isLinePrice) : [])

/** undefined: the values are incomplete. */
function changesIn({ items, freight_amount, discount_amount }: Readonly<Record<string, unknown>>) {
  const parsed = PriceChanges.safeParse({ items: pricesIn(items), freight_amount, discount_amount })
  return parsed.success ? parsed.data : undefined
}

function LinePrices({ order, ...input }: InputProps & Pick<CommandFormProps, 'order'>) {
  const t = useTranslations('sale.edit')
  const prices = pricesIn(input.value)
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
      <NewTotal order={order} values={input.values} />
    </>
  )
}

/** As the server computes it, with the promotions before and after. */
function NewTotal({ order, values }: Pick<InputProps, 'values'> & Pick<CommandFormProps, 'order'>) {
  const t = useTranslations('sale.edit')
  const format = useFormatter()
  const body = changesIn(values)
  const [key] = useDebouncedValue(JSON.stringify(body), 400)
  const params = { id: order.id }
  const read = useRead(
    body && (async () => ({ sum: await previewOrRefusal(send('POST /cms/order/{id}/preview', { params, body })) })),
    key,
  )
  const amount = (fen: number) => format.number(fen / 100, 'price')
  const sum = read.value?.sum
  const changed = sum?.discounts.filter(({ before, after }) => before !== after) ?? []
  return (
    <div role="status" aria-busy={key !== JSON.stringify(body)}>
      <Text size="sm" fw={600} className={classes.total}>
        {read.value && !sum ? t('nothingToPay') : sum && t('total', { amount: amount(sum.total_amount) })}
      </Text>
      {changed.map(({ promotion_id, label, before, after }) => (
        <Text key={promotion_id} size="sm" className={classes.total}>
          {t('promotion', { label, before: amount(before), after: amount(after) })}
        </Text>
      ))}
    </div>
  )
}

/** The shipping fee was computed for the original place, and does not change. */
function ReceiverFields({ order, ...input }: InputProps & Pick<CommandFormProps, 'order'>) {
  const receiver = isRecord(input.value) ? input.value : {}
  const text = (name: 'province' | 'city' | 'district') => {
    const value = receiver[name]
    return typeof value === 'string' ? value : ''
  }
  const place = { province: text('province'), city: text('city'), district: text('district') }
  const isOther = (['province', 'city', 'district'] as const).some((name) => place[name] !== order.receiver[name])
  return (
    <ReceiverInput {...input} hasPlace={order.store === null}>
      {order.store === null && isOther && <ReceiverFreight id={order.id} place={place} />}
    </ReceiverInput>
  )
}
