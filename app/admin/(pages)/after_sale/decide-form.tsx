'use client'

import { Text } from '@mantine/core'
import { useFormatter, useTranslations } from 'next-intl'
import { PiecesInput } from '@/components/admin/pieces/pieces-input'
import type { InputProps } from '@/components/admin/resource-form/field'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { DecideInput } from '@/lib/after_sale/cms-schema'
import { send } from '@/lib/server/client'
import type { CommandFormProps } from './record'
import { linesOf, restockOf } from './restock'

/** Decides a dispute: `grant` pays the money back, `deny` ends the case for good. */
export default function DecideForm({ record, command, onClose }: CommandFormProps & { command: 'grant' | 'deny' }) {
  const t = useTranslations('after_sale')
  const format = useFormatter()
  const { id, no, version, requested_amount, approved_amount, return_tracking_no, log } = record
  const isGranted = command === 'grant'
  // Only goods that came in a parcel or were handed over are in the shop.
  const hasGoods = return_tracking_no !== null || log.some(({ action }) => action === 'receive')
  const texts = isGranted
    ? { title: t('grant.title', { no }), save: t('grant.save'), done: t('grant.done'), help: t('grant.help') }
    : { title: t('deny.title', { no }), save: t('deny.save'), done: t('deny.done'), help: t('deny.help') }
  const money = {
    name: 'amount' as const,
    label: t('form.amount'),
    help: t('form.amountHelp', { amount: format.number(requested_amount / 100, 'price') }),
  }
  const goods = {
    name: 'restock' as const,
    label: t('form.restock'),
    help: t('form.restockHelp'),
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
        ...(isGranted && hasGoods ? [goods] : []),
        ...(isGranted ? [money] : []),
        { name: 'note', label: t('form.reasonNote'), help: t('form.noteHelp') },
      ]}
      create={{
        schema: DecideInput,
        fixedValues: { approve: isGranted, version },
        initialValues: isGranted ? { amount: approved_amount ?? requested_amount, restock: restockOf(record) } : {},
        send: (body, options) => send('POST /cms/after_sale/{id}/decide', { params: { id }, body, ...options }),
      }}
    >
      <Text size="sm" c="dimmed">
        {texts.help}
      </Text>
    </ResourceForm>
  )
}
