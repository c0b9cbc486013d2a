'use client'

import { Alert, Button, Text, Title } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { usePermissionNames } from '@/components/permission-names'
import { useCan } from '@/components/shell/admin-context'
import type { Answer } from '@/lib/api/client'
import { useGrantFields } from './grant-fields'
import { canGrant, type GrantOptions, storedGrants } from './grants'
import classes from './group.module.css'

interface GroupViewProps {
  group: Answer<'GET /cms/group/{id}'>
  grantOptions: GrantOptions
  onEdit: () => void
}

const noop = () => undefined

/** A group, read-only. Users who lack one of its permissions see why they cannot edit it. */
export function GroupView({ group, grantOptions, onEdit }: GroupViewProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const can = useCan()
  const fields = useGrantFields(group, grantOptions)
  const grants = storedGrants(group)
  const missing = group.permission_codes.filter((code) => !canGrant(grantOptions, code))
  return (
    <div className={classes.view}>
      <div className={classes.viewHead}>
        <Title order={2} size="h4" className={classes.title}>
          {group.name}
          <small>{t('memberCount', { count: group.member_count })}</small>
        </Title>
        {can('group.update') && missing.length === 0 && (
          <Button leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />} onClick={onEdit}>
            {t('edit')}
          </Button>
        )}
      </div>
      {group.description && (
        <Text size="sm" c="dimmed">
          {group.description}
        </Text>
      )}
      {can('group.update') && missing.length > 0 && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
          {t('beyond', { points: missing.map(names.point).join(t('comma')) })}
        </Alert>
      )}
      {fields.map(({ name, label, render }) => (
        <Fragment key={name}>
          {render?.({
            path: name,
            required: false,
            value: grants[name],
            values: { ...grants },
            onChange: noop,
            change: noop,
            label,
            description: undefined,
            error: undefined,
            errors: {},
            disabled: true,
          })}
        </Fragment>
      ))}
    </div>
  )
}
