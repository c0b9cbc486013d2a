'use client'

import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { RegionInput } from '@/components/admin/resource-form/region-input'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { type Answer, send } from '@/lib/server/client'
import { StoreChanges, StoreInput } from '@/lib/store/schema'

export default function StoreForm(props: RecordFormProps<Answer<'GET /cms/store/{id}'>>) {
  const t = useTranslations('store')
  const labels = { province: t('province'), city: t('city'), district: t('district') }
  const form = useResourceForm({
    ...props,
    resource: 'store',
    isPublic: true,
    title: t('create'),
    fields: [
      { name: 'name', label: t('name'), half: true },
      { name: 'phone', label: t('phone'), help: t('phoneHelp'), half: true },
      { name: 'province', label: labels.province, render: (input) => <RegionInput {...input} labels={labels} /> },
      { name: 'city', label: labels.city },
      { name: 'district', label: labels.district },
      { name: 'detail', label: t('detail') },
      { name: 'hours', label: t('hours'), help: t('hoursHelp') },
      { name: 'enabled', label: t('enabled'), help: t('enabledHelp') },
    ],
    create: { schema: StoreInput, send: (body, options) => send('POST /cms/store', { body, ...options }) },
    update: {
      schema: StoreChanges,
      send: ({ id }, body) => send('PUT /cms/store/{id}', { params: { id }, body }),
    },
    remove: { send: ({ id }) => send('DELETE /cms/store/{id}', { params: { id } }), warning: t('deleteWarning') },
  })
  useDrawerTitle(form.name)
  // The province has the city and the district beside it.
  const inputs = ['name', 'phone', 'province', 'detail', 'hours', 'enabled']
  return (
    <FormFrame form={form}>
      <FormBody>
        {form.mayWrite ? <FormFields form={form} names={inputs} /> : <FormFields form={form} />}
        <FormHistory
          form={form}
          record={props.record}
          history={(id, query) => send('GET /cms/store/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}
