'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { eventTypes } from '@/db/enums'
import { type Answer, send } from '@/lib/server/client'
import { WebhookChanges, WebhookInput } from '@/lib/webhook/schema'
import { useShowSecret } from './context'
import { Deliveries } from './deliveries'

type Webhook = Answer<'GET /cms/webhook/{id}'>

export default function WebhookForm({ record, ...props }: RecordFormProps<Webhook>) {
  const t = useTranslations('webhook')
  const showSecret = useShowSecret()
  const [initialValues] = useState(() => ({ types: [], enabled: true }))
  const form = useResourceForm({
    ...props,
    record,
    resource: 'webhook',
    title: t('create'),
    nameOf: ({ url }) => url,
    fields: [
      { name: 'url', label: t('url'), help: t('urlHelp') },
      {
        name: 'types',
        label: t('types'),
        help: t('typesHelp'),
        options: eventTypes.map((value) => ({ value, label: t(`type.${value}`) })),
      },
      { name: 'enabled', label: t('enabled'), help: t('enabledHelp') },
    ],
    create: {
      schema: WebhookInput,
      initialValues,
      send: async (body, options) => {
        const made = await send('POST /cms/webhook', { body, ...options })
        showSecret(made)
        return made
      },
    },
    update: {
      schema: WebhookChanges,
      send: ({ id }, body) => send('PUT /cms/webhook/{id}', { params: { id }, body }),
    },
  })
  useDrawerTitle(form.name)
  return (
    <FormFrame form={form}>
      <FormBody>
        {record && <State record={record} />}
        <FormFields form={form} />
        {record && <Deliveries id={record.id} />}
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/webhook/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}

function State({ record }: { record: Webhook }) {
  const t = useTranslations('webhook')
  const { status, made_by, accepted_at, failing_since, previous_until, lost_types } = record
  return (
    <Facts>
      <Fact name={t('status')}>{status === 'active' && failing_since ? t('failing') : t(`is.${status}`)}</Fact>
      <Fact name={t('madeBy')}>{made_by.name}</Fact>
      <Fact name={t('acceptedAt')}>{accepted_at ? <Moment at={accepted_at} /> : t('never')}</Fact>
      <Fact name={t('failingSince')}>{failing_since && <Moment at={failing_since} />}</Fact>
      <Fact name={t('previousUntil')}>{previous_until && <Moment at={previous_until} />}</Fact>
      <Fact name={t('lost')}>{lost_types.map((type) => t(`type.${type}`)).join(t('comma'))}</Fact>
    </Facts>
  )
}
