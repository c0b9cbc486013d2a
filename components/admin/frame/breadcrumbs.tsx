'use client'

import { IconChevronRight } from '@tabler/icons-react'
import { useTranslations } from 'next-intl'
import classes from './admin.module.css'
import { useTrail } from './admin-context'
import { useOpenRecord } from './record-crumb'

export function Breadcrumbs() {
  const t = useTranslations('admin')
  const record = useOpenRecord()
  const trail = [...useTrail(), ...(record ? [{ id: 'record', title: record }] : [])]
  if (trail.length === 0) return null
  return (
    <nav aria-label={t('breadcrumbs')} className={classes.crumbs}>
      <ol>
        {trail.map(({ id, title }, index) => (
          <li key={id} aria-current={index === trail.length - 1 ? 'page' : undefined}>
            {index > 0 && <IconChevronRight size={14} aria-hidden="true" />}
            <span>{title}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
