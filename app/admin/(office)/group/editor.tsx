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
import type { Offer } from './grants'
import classes from './group.module.css'
import { GroupView } from './view'

const GroupForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} /> })

interface GroupEditorProps {
  group?: Answer<'GET /cms/group/{id}'>
  offer: Offer
}

/** One group, or a new one, on a page of its own. It is looked at more often than changed: the form comes when asked for. */
export function GroupEditor({ group, offer }: GroupEditorProps) {
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
          <GroupView group={group} offer={offer} onEdit={() => setEditing(true)} />
        ) : (
          <GroupForm record={group} offer={offer} onClose={() => leave(close)} />
        )}
      </div>
    </>
  )
}
