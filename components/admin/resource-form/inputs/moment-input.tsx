'use client'

import '@mantine/dates/styles.layer.css'
import { DateTimePicker } from '@mantine/dates'
import { useTimeZone, useTranslations } from 'next-intl'
import { useId } from 'react'
import { attributesOf, type InputProps } from '@/components/admin/resource-form/field'
import { useCalendar } from '@/components/ui/calendar'
import { localOf, momentOf } from '@/components/ui/zone'

interface MomentInputProps extends InputProps {
  isClearable: boolean
}

/** A date and time in the shop's time zone, whatever the browser's is. `value` is ISO 8601 or null. */
export default function MomentInput({ isClearable, ...input }: MomentInputProps) {
  const t = useTranslations('form.moment')
  const calendar = useCalendar()
  const zone = useTimeZone() ?? 'UTC'
  const id = useId()
  const { value, onChange, label, description } = input
  const { name, ...attributes } = attributesOf(input)
  const local = typeof value === 'string' && value !== '' ? localOf(value, zone) : null
  const isForeign = Intl.DateTimeFormat().resolvedOptions().timeZone !== zone
  return (
    <DateTimePicker
      {...calendar}
      {...attributes}
      description={description ?? (isForeign ? t('zone', { zone }) : undefined)}
      // Without it a screen reader reads the label alone, not the value that the button shows.
      aria-label={`${label}: ${local ? local.slice(0, 16) : t('none')}`}
      valueFormat="YYYY-MM-DD HH:mm"
      placeholder={t('none')}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': t('clear', { label }), tabIndex: 0 }}
      submitButtonProps={{ 'aria-label': t('done') }}
      timePickerProps={{ hoursInputLabel: t('hours'), minutesInputLabel: t('minutes') }}
      // The dropdown is named by what has this id.
      id={id}
      popoverProps={{ id, returnFocus: true }}
      value={local}
      onChange={(next) => onChange(next === null ? null : momentOf(next, zone))}
    />
  )
}
