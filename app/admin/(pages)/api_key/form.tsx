'use client'

import { Button, Text } from '@mantine/core'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { usePermissionNames } from '@/components/admin/permission-names'
import { useDrawerTitle } from '@/components/admin/resource-form/drawer-frame'
import type { InputProps } from '@/components/admin/resource-form/field'
import { FormFields } from '@/components/admin/resource-form/form-fields'
import { FormFooter } from '@/components/admin/resource-form/form-footer'
import { FormBody, FormFrame } from '@/components/admin/resource-form/form-frame'
import { FormHistory } from '@/components/admin/resource-form/form-history'
import TextsInput from '@/components/admin/resource-form/inputs/texts-input'
import type { RecordFormProps } from '@/components/admin/resource-form/record-drawer'
import { useResourceForm } from '@/components/admin/resource-form/use-resource-form'
import { Fact, Facts } from '@/components/ui/facts'
import { Moment } from '@/components/ui/moment'
import { ApiKeyChanges, ApiKeyInput } from '@/lib/api_key/schema'
import { type Answer, send } from '@/lib/server/client'
import { canGrant, codesIn, type GrantOptions } from '../group/grants'
import { PermissionMatrix } from '../group/permission-matrix'
import classes from './api-key.module.css'
import { useKeys } from './context'
import { presets } from './presets'

type Key = Answer<'GET /cms/api_key/{id}'>

const usualDays = 365
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

export default function KeyForm({ record, ...props }: RecordFormProps<Key>) {
  const t = useTranslations('api_key')
  const names = usePermissionNames()
  const { permissions, onSecret } = useKeys()
  const [initialValues] = useState(() => ({
    access: 'read',
    permission_codes: [],
    allowed_ips: [],
    mcp: false,
    expires_at: inDays(usualDays),
  }))
  const form = useResourceForm({
    ...props,
    record,
    resource: 'api_key',
    title: t('create'),
    locked: record?.status === 'revoked' ? t('revoked') : undefined,
    fields: [
      { name: 'name', label: t('name'), help: t('nameHelp'), half: true },
      { name: 'expires_at', label: t('expiresAt'), help: t('expiresAtHelp'), half: true },
      {
        name: 'access',
        label: t('access'),
        options: [
          { value: 'read', label: t('may.read') },
          { value: 'write', label: t('may.write') },
        ],
      },
      {
        name: 'permission_codes',
        label: t('permissions'),
        memberName: (code) => names.permission(String(code)),
        memberStates: { held: t('granted'), lacking: t('notGranted') },
        render: (input) => <Permissions {...input} options={permissions} isNew={!record} />,
      },
      {
        name: 'allowed_ips',
        label: t('allowedIps'),
        help: t('allowedIpsHelp'),
        render: (input) => <TextsInput {...input} splitChars={[',', ' ', ';']} />,
      },
      { name: 'mcp', label: t('mcp'), help: t('mcpHelp') },
    ],
    create: {
      schema: ApiKeyInput,
      initialValues,
      send: async (body, options) => {
        const made = await send('POST /cms/api_key', { body, ...options })
        onSecret(made)
        return made
      },
    },
    update: {
      schema: ApiKeyChanges,
      send: ({ id }, body) => send('PUT /cms/api_key/{id}', { params: { id }, body }),
    },
  })
  useDrawerTitle(form.name)
  return (
    <FormFrame form={form}>
      <FormBody>
        {record && <State record={record} />}
        <FormFields form={form} />
        <FormHistory
          form={form}
          record={record}
          history={(id, query) => send('GET /cms/api_key/{id}/history', { params: { id }, query })}
        />
      </FormBody>
      <FormFooter form={form} />
    </FormFrame>
  )
}

function State({ record }: { record: Key }) {
  const t = useTranslations('api_key')
  const names = usePermissionNames()
  const { status, hint, made_by, last_used_at, last_ip, previous_until, previous_used_at, lost_codes } = record
  return (
    <Facts>
      <Fact name={t('status')}>{record.unused ? t('unused') : t(`is.${status}`)}</Fact>
      <Fact name={t('hint')}>{hint}…</Fact>
      <Fact name={t('madeBy')}>{made_by.name}</Fact>
      <Fact name={t('lastUsedAt')}>
        {last_used_at ? (
          <>
            <Moment at={last_used_at} /> {last_ip && `(${last_ip})`}
          </>
        ) : (
          t('never')
        )}
      </Fact>
      {previous_until && (
        <>
          <Fact name={t('previousUntil')}>
            <Moment at={previous_until} />
          </Fact>
          <Fact name={t('previousUsed')}>{previous_used_at ? <Moment at={previous_used_at} /> : t('never')}</Fact>
        </>
      )}
      <Fact name={t('lost')}>{lost_codes.length > 0 && lost_codes.map(names.permission).join(t('comma'))}</Fact>
    </Facts>
  )
}

function Permissions({
  value,
  change,
  disabled,
  error,
  options,
  isNew,
}: InputProps & { options: GrantOptions; isNew: boolean }) {
  const t = useTranslations('api_key')
  return (
    <>
      {isNew && (
        <div className={classes.presets}>
          <Text span size="sm">
            {t('presets')}
          </Text>
          {(['erp', 'accounting'] as const).map((name) => (
            <Button
              key={name}
              size="xs"
              variant="default"
              onClick={() => {
                const { access, codes } = presets[name]
                change({ access, permission_codes: codes.filter((code) => canGrant(options, code)) })
              }}
            >
              {t(`preset.${name}`)}
            </Button>
          ))}
        </div>
      )}
      <PermissionMatrix
        grantOptions={options}
        granted={codesIn(options, value)}
        disabled={disabled}
        error={error}
        onChange={(permission_codes) => change({ permission_codes })}
      />
    </>
  )
}
