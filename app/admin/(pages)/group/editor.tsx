'use client'

import { Anchor, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { leave } from '@/components/resource-form/unsaved'
import type { Answer } from '@/lib/api/client'
import type { GrantOptions } from './grants'
import classes from './group.module.css'
import { GroupView } from './view'

const GroupForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} /> })

interface GroupEditorProps {
  group?: Answer<'GET /cms/group/{id}'>
  grantOptions: GrantOptions
}

/** An existing or new group on its own page. It opens read-only, and the form is loaded for editing. */
export function GroupEditor({ group, grantOptions }: GroupEditorProps) {
  const t = useTranslations('group')
  const router = useRouter()
  const [isEditing, setEditing] = useState(!group)
  const close = () => (group ? setEditing(false) : router.push('/admin/group'))
  return (
    <>
      <Anchor component={Link} href="/admin/group" size="sm" className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
        {t('all')}
      </Anchor>
      <div className={classes.panel}>
        {group && !isEditing ? (
          <GroupView group={group} grantOptions={grantOptions} onEdit={() => setEditing(true)} />
        ) : (
          <GroupForm record={group} grantOptions={grantOptions} onClose={() => leave(close)} />
        )}
      </div>
    </>
  )
}
