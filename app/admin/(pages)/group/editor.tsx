'use client'

import { Skeleton } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { leave } from '@/components/resource-form/unsaved'
import { BackLink } from '@/components/shell/back-link'
import type { Answer } from '@/lib/api/client'
import type { GrantOptions } from './grants'
import classes from './group.module.css'
import { GroupView, type Members } from './view'

const GroupForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} /> })

interface GroupEditorProps {
  group?: Answer<'GET /cms/group/{id}'>
  /** The first members by name; undefined for a user who may not read staff. */
  members?: Members | undefined
  grantOptions: GrantOptions
}

/** An existing or new group on its own page. It opens read-only, and the form is loaded for editing. */
export function GroupEditor({ group, members, grantOptions }: GroupEditorProps) {
  const t = useTranslations('group')
  const router = useRouter()
  const [isEditing, setEditing] = useState(!group)
  const close = () => (group ? setEditing(false) : router.push('/admin/group'))
  return (
    <>
      <BackLink href="/admin/group">{t('all')}</BackLink>
      <div className={classes.panel}>
        {group && !isEditing ? (
          <GroupView group={group} members={members} grantOptions={grantOptions} onEdit={() => setEditing(true)} />
        ) : (
          <GroupForm record={group} members={members} grantOptions={grantOptions} onClose={() => leave(close)} />
        )}
      </div>
    </>
  )
}
