'use client'

import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import type { Field } from '@/components/admin/resource-form/field'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import { DetailsSection } from '@/components/admin/resource-form/record-details'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { FreightTemplateChanges, FreightTemplateInput } from '@/lib/freight_template/schema'
import { type Answer, send } from '@/lib/server/client'
import { QuantityInput } from './quantity-input'
import { namesOf } from './regions'
import { RegionsInput } from './regions-input'
import { TemplateValuesProvider } from './template-values'
import { TestBox } from './test-box'
import { useRuleSentence } from './use-rule-sentence'

type FreightTemplate = Answer<'GET /cms/freight_template/{id}'>

/** For all regions, so that a new template delivers everywhere. */
const blankRule = { regions: [], first: 1, first_fee: '', next: 1, next_fee: 0, free_amount: null }

export default function FreightForm(props: RecordFormProps<FreightTemplate>) {
  const t = useTranslations('freight_template')
  const { record } = props
  const form = useResourceForm({
    ...props,
    resource: 'freight_template',
    title: t('create'),
    fields: useFields(record),
    undeletable: record?.is_default
      ? t('defaultUndeletable')
      : record && record.product_count > 0
        ? t('usedUndeletable', { count: record.product_count })
        : undefined,
    create: {
      schema: FreightTemplateInput,
      initialValues: { charge: 'piece', rules: [blankRule] },
      send: (body, options) => send('POST /cms/freight_template', { body, ...options }),
    },
    update: {
      schema: FreightTemplateChanges,
      send: ({ id }, body) => send('PUT /cms/freight_template/{id}', { params: { id }, body }),
    },
    remove: {
      send: ({ id }) => send('DELETE /cms/freight_template/{id}', { params: { id } }),
      warning: t('deleteWarning'),
    },
  })
  useDrawerTitle(form.name)
  return (
    <FormFrame form={form}>
      <FormBody>
        <TemplateValuesProvider value={form.values}>
          <FormFields form={form} />
        </TemplateValuesProvider>
        <DetailsSection title={t('test.title')}>
          <TestBox values={form.values} />
        </DetailsSection>
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/freight_template/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}

function useFields(record: FreightTemplate | undefined): Field<keyof typeof FreightTemplateInput.shape>[] {
  const t = useTranslations('freight_template')
  const sentence = useRuleSentence()
  const charges = useDictionaryOptions('freight_template_charge', record?.charge)
  const needs = useDictionaryOptions('freight_template_free_needs', record?.free_needs)
  return [
    { name: 'name', label: t('name'), help: t('nameHelp'), half: true },
    {
      name: 'charge',
      label: t('charge'),
      help: t('chargeHelp'),
      half: true,
      options: charges,
    },
    {
      name: 'rules',
      label: t('rules'),
      help: t('rulesHelp'),
      fields: [
        {
          name: 'regions',
          label: t('regions'),
          help: t('regionsHelp'),
          render: (input) => <RegionsInput {...input} placeholder={t('allOthers')} />,
          format: (codes) => namesOf(codes).join('、') || t('allOthers'),
        },
        {
          name: 'first',
          label: t('first'),
          half: true,
          render: (input) => <QuantityInput {...input} name="first" />,
        },
        { name: 'first_fee', label: t('firstFee'), half: true },
        {
          name: 'next',
          label: t('next'),
          half: true,
          render: (input) => <QuantityInput {...input} name="next" />,
        },
        { name: 'next_fee', label: t('nextFee'), half: true },
        { name: 'free_amount', label: t('ruleFreeAmount'), help: t('ruleFreeAmountHelp'), half: true },
      ],
      rowName: ({ regions }) => namesOf(regions).join('、') || t('allOthers'),
      read: (values) => sentence(values).map((one) => <div key={one}>{one}</div>),
    },
    {
      name: 'no_delivery',
      label: t('noDelivery'),
      help: t('noDeliveryHelp'),
      render: (input) => <RegionsInput {...input} placeholder={t('none')} />,
      read: ({ no_delivery }) => namesOf(no_delivery).join('、') || t('none'),
      format: (codes) => namesOf(codes).join('、') || t('none'),
    },
    { name: 'only_mainland', label: t('onlyMainland'), help: t('onlyMainlandHelp') },
    { name: 'free_amount', label: t('freeAmount'), help: t('freeHelp'), half: true },
    { name: 'free_pieces', label: t('freePieces'), half: true },
    {
      name: 'free_needs',
      label: t('freeNeeds'),
      options: needs,
      when: ({ free_amount, free_pieces }) => Boolean(free_amount) && Boolean(free_pieces),
      half: true,
    },
    {
      name: 'is_default',
      label: t('isDefault'),
      help: t('isDefaultHelp'),
      locked: record?.is_default ? t('defaultLocked') : undefined,
    },
  ]
}
