'use client'

import { TextInput } from '@mantine/core'
import { useTranslations } from 'next-intl'
import type { InputProps } from '@/components/resource-form/field'
import { FieldGroup } from '@/components/resource-form/inputs/field-group'
import { ResourceForm } from '@/components/resource-form/resource-form'
import { isRecord } from '@/components/resource-form/schema-fields'
import { send } from '@/lib/api/client'
import { OrderChanges } from '@/lib/order/cms-schema'
import classes from './order.module.css'
import type { CommandFormProps } from './record'

/** Changes what the state of an order still allows: its money, its receiver, and the shop's own remark. */
export default function EditForm({ order, onClose }: CommandFormProps) {
  const t = useTranslations('sale.edit')
  const isPossible = (action: 'reprice' | 'readdress') =>
    order.actions.some((one) => one.action === action && one.allowed)
  return (
    <ResourceForm
      record={order}
      onClose={onClose}
      read={() => send('GET /cms/order/{id}', { params: { id: order.id } })}
      resource="order"
      command={{ done: t('done') }}
      title={t('title', { no: order.order_no })}
      nameOf={({ order_no }) => t('title', { no: order_no })}
      fields={[
        ...(isPossible('reprice')
          ? [
              { name: 'discount_amount' as const, label: t('discount'), help: t('discountHelp') },
              { name: 'freight_amount' as const, label: t('freight') },
            ]
          : []),
        ...(isPossible('readdress')
          ? [
              {
                name: 'receiver' as const,
                label: t('receiver.label'),
                format: (receiver: unknown) =>
                  isRecord(receiver) ? Object.values(receiver).filter(Boolean).join(' ') : '',
                render: (input: InputProps) => <ReceiverFields {...input} />,
              },
            ]
          : []),
        { name: 'seller_remark', label: t('sellerRemark'), help: t('sellerRemarkHelp') },
      ]}
      update={{
        schema: OrderChanges,
        send: ({ id }, body) => send('PUT /cms/order/{id}', { params: { id }, body }),
      }}
    />
  )
}

function ReceiverFields(input: InputProps) {
  const t = useTranslations('sale.edit.receiver')
  const receiver = isRecord(input.value) ? input.value : {}
  const fields: [name: string, label: string][] = [
    ['name', t('name')],
    ['mobile', t('mobile')],
    ['province', t('province')],
    ['city', t('city')],
    ['district', t('district')],
    ['detail', t('detail')],
    ['postal_code', t('postal_code')],
  ]
  return (
    <FieldGroup {...input}>
      <div className={classes.receiverFields}>
        {fields.map(([name, label]) => {
          const value = receiver[name]
          return (
            <TextInput
              key={name}
              label={label}
              data-field={`${input.path}.${name}`}
              error={input.errors[`${input.path}.${name}`]}
              disabled={input.disabled}
              autoComplete="off"
              value={typeof value === 'string' ? value : ''}
              onChange={({ currentTarget }) => input.onChange({ ...receiver, [name]: currentTarget.value })}
            />
          )
        })}
      </div>
    </FieldGroup>
  )
}
