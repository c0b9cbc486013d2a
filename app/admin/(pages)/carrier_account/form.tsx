'use client'

import { Alert } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RegionInput } from '@/components/admin/resource-form/region-input'
import { ResourceForm } from '@/components/admin/resource-form/resource-form'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { useDictionaryOptions } from '@/components/admin/tag/use-dictionary-options'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { BindingInput, CarrierAccountChanges } from '@/lib/carrier_account/schema'
import { type Answer, send } from '@/lib/server/client'

type Account = Answer<'GET /cms/carrier_account/{id}'>

/** Binds a new account, or edits one that is there. */
export default function AccountForm({ record, ...props }: RecordFormProps<Account>) {
  return record ? <EditForm {...props} record={record} /> : <BindForm {...props} />
}

function BindForm({ onClose }: Pick<RecordFormProps<Account>, 'onClose'>) {
  const t = useTranslations('carrier_account')
  return (
    <ResourceForm
      record={undefined}
      onClose={onClose}
      resource="carrier_account"
      title={t('create')}
      fields={[
        { name: 'delivery_id', label: t('deliveryId'), options: useDictionaryOptions('carrier') },
        { name: 'biz_id', label: t('bizId') },
        { name: 'password', label: t('password'), help: t('passwordHelp') },
        { name: 'remark', label: t('remark'), help: t('remarkHelp') },
      ]}
      create={{
        schema: BindingInput,
        send: (body, options) => send('POST /cms/carrier_account', { body, ...options }),
      }}
    />
  )
}

function EditForm({ record, ...props }: RecordFormProps<Account> & { record: Account }) {
  const t = useTranslations('carrier_account')
  const labels = { province: t('province'), city: t('city'), district: t('district') }
  const form = useResourceForm({
    ...props,
    record,
    resource: 'carrier_account',
    title: t('create'),
    nameOf: ({ name, biz_id }) => `${name} ${biz_id}`,
    fields: [
      { name: 'sender_name', label: t('senderName'), help: t('senderNameHelp'), half: true },
      { name: 'sender_phone', label: t('senderPhone'), help: t('senderPhoneHelp'), half: true },
      { name: 'province', label: labels.province, render: (input) => <RegionInput {...input} labels={labels} /> },
      { name: 'city', label: labels.city },
      { name: 'district', label: labels.district },
      { name: 'detail', label: t('detail') },
      {
        name: 'service_type',
        label: t('serviceType'),
        options: record.services.map(({ service_type, service_name }) => ({
          value: String(service_type),
          label: service_name,
        })),
      },
      { name: 'is_default', label: t('isDefault'), help: t('isDefaultHelp') },
      { name: 'enabled', label: t('enabled'), help: t('enabledHelp') },
    ],
    update: {
      schema: CarrierAccountChanges,
      send: ({ id }, body) => send('PUT /cms/carrier_account/{id}', { params: { id }, body }),
    },
  })
  useDrawerTitle(form.name)
  // The province has the city and the district beside it.
  const inputs = ['sender_name', 'sender_phone', 'province', 'detail', 'service_type', 'is_default', 'enabled']
  return (
    <FormFrame form={form}>
      <FormBody>
        {record.problem && (
          <Alert color="yellow" variant="light" title={t(`is.${record.problem}`)}>
            {t(`why.${record.problem}`)}
          </Alert>
        )}
        <Facts>
          <Fact name={t('quota')}>{record.quota ?? '–'}</Fact>
          <Fact name={t('checkedAt')}>{record.checked_at ? <Moment at={record.checked_at} /> : t('never')}</Fact>
        </Facts>
        {form.mayWrite ? <FormFields form={form} names={inputs} /> : <FormFields form={form} />}
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/carrier_account/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}
