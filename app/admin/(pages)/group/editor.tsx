'use client'

import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useCan } from '@/components/admin/frame/admin-context'
import { RecordHead } from '@/components/admin/frame/record-head'
import { leave } from '@/components/admin/resource-form/unsaved'
import type { Answer } from '@/lib/server/client'
import { canGrant, type GrantOptions } from './grants'
import classes from './group.module.css'
import { GroupSkeleton } from './skeleton'
import { GroupView, type Members } from './view'

const GroupForm = dynamic(() => import('./form'), { loading: () => <GroupSkeleton /> })

interface GroupEditorProps {
  group?: Answer<'GET /cms/group/{id}'>
  /** By name; undefined for users who may not read staff. */
  members?: Members | undefined
  grantOptions: GrantOptions
}

/** Read-only at first: the form is loaded when the user edits the group. A new group opens in the form. */
export function GroupEditor({ group, members, grantOptions }: GroupEditorProps) {
  const t = useTranslations('group')
  const router = useRouter()
  const [isEditing, setEditing] = useState(!group)
  const mayEdit =
    useCan()('group.update') && group?.permission_codes.every((code) => canGrant(grantOptions, code)) === true
  const close = () => (group ? setEditing(false) : router.push('/admin/group'))
  return (
    <>
      <RecordHead list={{ href: '/admin/group', name: t('all') }} title={group?.name ?? t('create')}>
        {!isEditing && mayEdit && (
          <Button
            leftSection={<IconPencil size={16} stroke={1.8} aria-hidden="true" />}
            onClick={() => setEditing(true)}
          >
            {t('edit')}
          </Button>
        )}
      </RecordHead>
      <div className={classes.panel}>
        {group && !isEditing ? (
          <GroupView group={group} members={members} grantOptions={grantOptions} />
        ) : (
          <GroupForm record={group} members={members} grantOptions={grantOptions} onClose={() => leave(close)} />
        )}
      </div>
    </>
  )
}
