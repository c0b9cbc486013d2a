'use client'

import { Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { PiecesInput } from '@/components/admin/pieces/pieces-input'
import type { InputProps } from '@/components/admin/resource-form/field'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { DecideInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'
import { linesOf, restockOf } from './restock'
import { useMoneyFields } from './use-money-fields'

/** `grant` pays the money back, `deny` ends the case for good. */
export default function DecideForm({ record, command, onClose }: CommandFormProps & { command: 'grant' | 'deny' }) {
  const t = useTranslations('after_sale')
  const { id, no, version, return_tracking_no, log } = record
  const money = useMoneyFields(record)
  const isGranted = command === 'grant'
  // Goods are in the shop only if they came in a parcel or were handed over.
  const hasGoods = return_tracking_no !== null || log.some(({ action }) => action === 'receive')
  const texts = isGranted
    ? { title: t('grant.title', { no }), save: t('grant.save'), done: t('grant.done'), help: t('grant.help') }
    : { title: t('deny.title', { no }), save: t('deny.save'), done: t('deny.done'), help: t('deny.help') }
  const goods = {
    name: 'restock' as const,
    label: t('form.restock'),
    help: t('form.restockHelp'),
    when: ({ money_only }: Readonly<Record<string, unknown>>) => money_only !== true,
    render: (input: InputProps) => <PiecesInput {...input} lines={linesOf(record)} />,
  }
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="after_sale"
      element="after_sale.arbitrate"
      command={{ label: texts.save, done: texts.done, isRefusal: !isGranted }}
      title={texts.title}
      nameOf={() => no}
      fields={[
        ...(isGranted ? [...money.fields, money.postage, money.moneyOnly] : []),
        ...(isGranted && hasGoods ? [goods] : []),
        { name: 'note', label: t('form.reasonNote'), help: t('form.noteHelp') },
      ]}
      create={{
        schema: DecideInput,
        fixedValues: { approve: isGranted, version },
        initialValues: isGranted ? { ...money.initialValues, restock: restockOf(record) } : {},
        send: (body, options) =>
          send('POST /cms/after_sale/{id}/decide', {
            params: { id },
            body: isGranted ? money.bodyOf(body) : body,
            ...options,
          }),
      }}
    >
      <Text size="sm" c="dimmed">
        {texts.help}
      </Text>
    </ResourceForm>
  )
}
