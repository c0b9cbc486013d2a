'use client'

import { IconCheck, IconMinus } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import { Moment } from '../moment'
import { DictionaryTag } from '../tag/tag'
import classes from './resource-table.module.css'

interface CellProps {
  kind: 'text' | 'code' | 'number' | 'money' | 'time' | 'boolean' | 'tag' | 'names'
  dictionary: string | undefined
  value: unknown
}

/** A value as its kind is shown everywhere. */
export function Cell({ kind, dictionary = '', value }: CellProps) {
  const t = useTranslations('table')
  const format = useFormatter()
  if (Array.isArray(value) && value.length > 0) {
    const names = value.map(({ name }: { name: string }) => name).join(', ')
    return <span title={names}>{names}</span>
  }
  if (value === null || value === undefined || value === '' || Array.isArray(value)) {
    return (
      <span className={classes.nothing}>
        <span aria-hidden="true">–</span>
        <span className={classes.unseen}>{t('nothing')}</span>
      </span>
    )
  }
  if (typeof value === 'number') {
    if (kind === 'money') return format.number(value / 100, 'price')
    return kind === 'number' ? format.number(value) : value
  }
  if (typeof value === 'boolean') {
    return (
      <span className={classes.yesNo} data-yes={value || undefined}>
        {value ? <IconCheck size={16} aria-hidden="true" /> : <IconMinus size={16} aria-hidden="true" />}
        {value ? t('yes') : t('no')}
      </span>
    )
  }
  const text = String(value)
  if (kind === 'time') return <Moment at={text} />
  if (kind === 'tag') return <DictionaryTag type={dictionary} value={text} />
  return (
    <span className={kind === 'code' ? classes.code : undefined} title={text}>
      {text}
    </span>
  )
}
