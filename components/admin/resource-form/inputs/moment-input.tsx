'use client'

import '@mantine/dates/styles.layer.css'
import { DateTimePicker } from '@mantine/dates'
import { useTimeZone, useTranslations } from 'next-intl'
import { useId } from 'react'
import { useCalendar } from '@/components/ui/calendar'
import { localOf, momentOf } from '@/components/ui/zone'
import { attributesOf, type InputProps } from '../field'

interface MomentInputProps extends InputProps {
  isClearable: boolean
}

/** Ends of periods: a chosen day gets the time 23:59 by default, so that it is included. */
const ends = /(?:^|\.)(?:ends|unpublish)_at$/

/** In the shop's time zone, not the browser's. `value` is ISO 8601 or null. */
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
      // Otherwise a screen reader reads only the label, not the value on the button.
      aria-label={`${label}: ${local ? local.slice(0, 16) : t('none')}`}
      valueFormat="YYYY-MM-DD HH:mm"
      placeholder={t('none')}
      defaultTimeValue={ends.test(input.path) ? '23:59' : undefined}
      clearable={isClearable}
      clearButtonProps={{ 'aria-label': t('clear', { label }), tabIndex: 0 }}
      submitButtonProps={{ 'aria-label': t('done') }}
      timePickerProps={{
        hoursInputLabel: t('hours'),
        minutesInputLabel: t('minutes'),
        onClickCapture: ({ target }) =>
          target instanceof HTMLInputElement && requestAnimationFrame(() => target.select()),
      }}
      // The dropdown is labeled by the element with this id.
      id={id}
      popoverProps={{ id, returnFocus: true }}
      value={local}
      onChange={(next) => onChange(next === null ? null : momentOf(next, zone))}
    />
  )
}
