'use client'

import { Text } from '@mantine/core'
import { IconCheck, IconMinus, IconPhoto } from '@tabler/icons-react'
import { useFormatter, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { RecordAnchor } from '@/components/admin/record-anchor'
import { DictionaryTag } from '@/components/admin/tag/tag'
import { Moment } from '@/components/ui/moment'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Locale } from '@/lib/kit/i18n/locale'
import { type CustomerName, nameOfCustomer } from '@/lib/kit/people/name'
import type { Kind } from './declaration'
import classes from './resource-table.module.css'

interface CellProps {
  kind: Kind
  /** Labels of a tag. */
  dictionary: string | undefined
  alt: string | undefined
  value: unknown
}

/** `value`: the record, or its name if the row has the record's `id`. */
export function recordCell(resource: string, value: unknown, id: unknown, locale: Locale): ReactNode {
  if (typeof value === 'string' && typeof id === 'number')
    return (
      <RecordAnchor resource={resource} id={id}>
        <Text component="code" fz="xs">
          {value}
        </Text>
      </RecordAnchor>
    )
  return (
    isRecord(value) && (
      <RecordAnchor resource={resource} id={value.id}>
        {'name' in value ? value.name : nameOfCustomer(value, locale)}
      </RecordAnchor>
    )
  )
}

const isRecord = (value: unknown): value is CustomerName | { id: number; name: string } =>
  typeof value === 'object' && value !== null && 'id' in value

/** In pixels. With the padding, the picture fits the height of a row. */
const thumbnail = { width: 32, height: 32 }

/** A component for each of the many cells would be slower. */
export function useCells(): (props: CellProps) => ReactNode {
  const t = useTranslations('table')
  const format = useFormatter()
  return (props) => cellOf(props, t, format)
}

function cellOf(
  { kind, dictionary = '', alt = '', value }: CellProps,
  t: ReturnType<typeof useTranslations<'table'>>,
  format: ReturnType<typeof useFormatter>,
): ReactNode {
  if (Array.isArray(value) && value.length > 0) {
    const names = format.list(
      value.map(({ name }: { name: string }) => name),
      asList,
    )
    return <span title={names}>{names}</span>
  }
  const isEmpty = value === null || value === undefined || value === '' || Array.isArray(value)
  if (isEmpty && kind === 'image') {
    return (
      <span className={classes.thumbnail} style={thumbnail}>
        <IconPhoto size={18} stroke={1.6} aria-hidden="true" />
        <span className={classes.visuallyHidden}>{t('nothing')}</span>
      </span>
    )
  }
  if (isEmpty) {
    return (
      <span className={classes.empty}>
        <span aria-hidden="true">–</span>
        <span className={classes.visuallyHidden}>{t('nothing')}</span>
      </span>
    )
  }
  if (typeof value === 'boolean') {
    return (
      <span className={classes.boolean} data-yes={value || undefined}>
        {value ? <IconCheck size={16} aria-hidden="true" /> : <IconMinus size={16} aria-hidden="true" />}
        {value ? t('yes') : t('no')}
      </span>
    )
  }
  const text = String(value)
  if (kind === 'tag') return <DictionaryTag type={dictionary} value={text} />
  if (kind === 'time') return <Moment at={text} />
  if (kind === 'image') {
    // biome-ignore lint/performance/noImgElement: uploaded files are served unchanged
    return <img className={classes.thumbnail} src={text} alt={alt} {...thumbnail} loading="lazy" />
  }
  if (typeof value === 'number') {
    if (kind === 'money') return format.number(value / 100, 'price')
    return kind === 'number' ? format.number(value) : text
  }
  return (
    <span className={kind === 'code' ? classes.code : undefined} title={text}>
      {text}
    </span>
  )
}
