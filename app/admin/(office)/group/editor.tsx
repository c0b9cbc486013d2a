'use client'

import { Anchor, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import dynamic from 'next/dynamic'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { Answer } from '@/lib/api/client'
import type { Offer } from './grants'
import classes from './group.module.css'

const GroupForm = dynamic(() => import('./form'), { loading: () => <Skeleton height={640} radius="lg" /> })

interface GroupEditorProps {
  group?: Answer<'GET /cms/group/{id}'>
  offer: Offer
}

/** One group, or a new one, on a page of its own. */
export function GroupEditor({ group, offer }: GroupEditorProps) {
  const t = useTranslations('group')
  return (
    <>
      <Anchor component={Link} href="/admin/group" size="sm" className={classes.back}>
        <IconArrowLeft size={16} stroke={1.8} aria-hidden="true" />
        {t('all')}
      </Anchor>
      <div className={classes.panel}>
        <GroupForm record={group} offer={offer} />
      </div>
    </>
  )
}
