'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { type Answer, send } from '@/lib/server/client'
import { StoreChanges, StoreInput } from '@/lib/store/schema'
import classes from './store.module.css'

// Loaded on demand, because the list of regions is large.
const RegionFields = dynamic(() => import('@/components/ui/region/region-fields'), {
  ssr: false,
  loading: () => <Skeleton height={58} />,
})

export default function StoreForm(props: RecordFormProps<Answer<'GET /cms/store/{id}'>>) {
  const t = useTranslations('store')
  const form = useResourceForm({
    ...props,
    resource: 'store',
    isPublic: true,
    title: t('create'),
    fields: [
      { name: 'name', label: t('name'), half: true },
      { name: 'phone', label: t('phone'), help: t('phoneHelp'), half: true },
      { name: 'province', label: t('province'), render: (input) => <RegionInput {...input} /> },
      { name: 'city', label: t('city') },
      { name: 'district', label: t('district') },
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

function RegionInput({ values, errors, change, disabled }: InputProps) {
  const t = useTranslations('store')
  const text = (name: string) => {
    const value = values[name]
    return typeof value === 'string' ? value : ''
  }
  return (
    <div className={classes.region}>
      <RegionFields
        value={{ province: text('province'), city: text('city'), district: text('district') }}
        onChange={(region) => change({ ...region })}
        attributesOf={(key) => ({
          label: t(key),
          'data-field': key,
          error: errors[key],
          disabled,
          autoComplete: 'off',
          required: key === 'province',
          withAsterisk: key !== 'district',
        })}
      />
    </div>
  )
}
