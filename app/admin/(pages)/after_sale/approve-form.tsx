'use client'

import { Checkbox, Text, Textarea } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useAction } from '@/components/ui/use-action'
import { ApproveInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'
import { useMoneyFields } from './use-money-fields'

/** Pays the money back, or asks for the goods first. */
export default function ApproveForm({ record, onClose }: CommandFormProps) {
  const t = useTranslations('after_sale')
  const format = useFormatter()
  const { id, no, version, kind, requested_amount, usual_return_to } = record
  const isReturn = kind === 'return_refund'
  const money = useMoneyFields(record)
  const isAddressMissing = usual_return_to === ''
  const mayKeep = useCan()('config.update') && isAddressMissing
  const [keeps, setKeeps] = useState(false)
  const act = useAction()
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="after_sale"
      element="after_sale.decide"
      command={
        isReturn
          ? { label: t('approveReturn.save'), done: t('approveReturn.done') }
          : { label: t('approve.save'), done: t('approve.done') }
      }
      title={isReturn ? t('approveReturn.title', { no }) : t('approve.title', { no })}
      nameOf={() => no}
      fields={[
        ...(isReturn
          ? [
              {
                name: 'amount' as const,
                label: t('form.amount'),
                help: t('form.amountHelp', { amount: format.number(requested_amount / 100, 'price') }),
              },
              {
                name: 'return_to' as const,
                label: t('form.returnTo'),
                help: isAddressMissing ? t('form.returnToMissing') : t('form.returnToHelp'),
                render: (input: InputProps) => (
                  <>
                    {/* If the input is empty, the address in the settings is used. */}
                    <ReturnAddress {...input} required={isAddressMissing} />
                    {mayKeep && (
                      <Checkbox
                        mt="xs"
                        label={t('form.keepReturnTo')}
                        checked={keeps}
                        disabled={input.disabled}
                        onChange={({ currentTarget }) => setKeeps(currentTarget.checked)}
                      />
                    )}
                  </>
                ),
              },
            ]
          : [...money.fields, money.moneyOnly]),
        { name: 'note', label: t('form.note'), help: t('form.noteHelp') },
      ]}
      create={{
        schema: ApproveInput,
        fixedValues: { version },
        initialValues: isReturn ? { amount: requested_amount, return_to: usual_return_to } : money.initialValues,
        send: async (body, options) => {
          await send('POST /cms/after_sale/{id}/approve', {
            params: { id },
            body: isReturn ? body : money.bodyOf(body),
            ...options,
          })
          // Reports its own failure: the case is already approved.
          if (mayKeep && keeps)
            await act(() => send('PUT /cms/config', { body: { 'after_sale.return_address': body.return_to } }), {
              failure: t('form.returnToNotKept'),
              isLocal: true,
            })
        },
      }}
    >
      <Text size="sm" c="dimmed">
        {isReturn ? t('approveReturn.help') : t('approve.help')}
        {isReturn && record.freight_left > 0 && ` ${t('form.freightLater')}`}
      </Text>
    </ResourceForm>
  )
}

function ReturnAddress(input: InputProps) {
  const { value, onChange } = input
  return (
    <Textarea
      {...attributesOf(input)}
      autosize
      minRows={2}
      autoComplete="off"
      value={typeof value === 'string' ? value : ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}
