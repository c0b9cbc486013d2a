'use client'

import { Alert, Button, Text, Title } from '@mantine/core'
import { IconLock, IconPencil } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { usePermissionNames } from '@/components/permission-names'
import { useCan } from '@/components/shell/office-context'
import type { Answer } from '@/lib/api/client'
import { useGrantFields } from './grant-fields'
import { mayGive, type Offer, storedGrants } from './grants'
import classes from './group.module.css'

interface GroupViewProps {
  group: Answer<'GET /cms/group/{id}'>
  offer: Offer
  onEdit: () => void
}

const nothing = () => undefined

/** What a group is, may do and gets to see; and why it is not changed by whoever does not hold all that it has. */
export function GroupView({ group, offer, onEdit }: GroupViewProps) {
  const t = useTranslations('group')
  const names = usePermissionNames()
  const can = useCan()
  const fields = useGrantFields(group, offer)
  const grants = storedGrants(group)
  const beyond = group.permission_codes.filter((code) => !mayGive(offer, code))
  return (
    <div className={classes.view}>
      <div className={classes.viewHead}>
        <Title order={2} size="h4" className={classes.title}>
          {group.name}
          <small>{t('memberCount', { count: group.member_count })}</small>
        </Title>
        {can('group.update') && beyond.length === 0 && (
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
      {can('group.update') && beyond.length > 0 && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} stroke={1.6} aria-hidden="true" />}>
          {t('beyond', { points: beyond.map(names.point).join(t('comma')) })}
        </Alert>
      )}
      {fields.map(({ name, label, render }) => (
        <Fragment key={name}>
          {render?.({
            value: grants[name],
            values: { ...grants },
            onChange: nothing,
            change: nothing,
            label,
            description: undefined,
            error: undefined,
            disabled: true,
          })}
        </Fragment>
      ))}
    </div>
  )
}
