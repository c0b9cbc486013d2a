'use client'

import { Skeleton, Stack, Text, Textarea } from '@mantine/core'
import dynamic from 'next/dynamic'
import { useLocale, useTimeZone, useTranslations } from 'next-intl'
import { localTime } from '@/components/ui/local-time'
import { useNowFor } from '@/components/ui/use-now-for'
import type { Settings } from '@/lib/kit/config/registry'

const MomentInput = dynamic(() => import('@/components/admin/resource-form/inputs/moment-input'), {
  loading: () => <Skeleton height={58} />,
})

type Closing = NonNullable<Settings['shop.closed']>

/** A time that is not chosen yet is empty. */
const none: Closing = { from: '', until: '', message: '' }

/** In the shop's time zone. An empty moment becomes a dash. */
function useTimeText() {
  const [locale, zone] = [useLocale(), useTimeZone() ?? 'UTC']
  return (moment: string) => (moment === '' ? '–' : localTime(new Date(moment), zone, locale, 'minute'))
}

export function useClosingText() {
  const t = useTranslations('config.closing')
  const timeText = useTimeText()
  return ({ from, until, message }: Closing): string =>
    t('text', { from: timeText(from), until: timeText(until), hasMessage: message === '' ? 'no' : 'yes', message })
}

interface ClosingInputProps {
  id: string
  label: string
  value: Closing | null
  /** From the stored value. */
  isChanged: boolean
  errors: Readonly<Record<string, string>>
  onChange: (value: Closing | null) => void
}

/** All empty: the shop is open. */
export function ClosingInput({ id, label, value, isChanged, errors, onChange }: ClosingInputProps) {
  const t = useTranslations('config.closing')
  const closing = value ?? none
  const change = (part: Partial<Closing>) => {
    const next = { ...closing, ...part }
    onChange(Object.values(next).every((text) => text === '') ? null : next)
  }
  const moment = (end: 'from' | 'until') => (
    <MomentInput
      path={`${id}.${end}`}
      label={t(end)}
      description={undefined}
      error={errors[`${id}.${end}`] ?? (end === 'from' ? errors[id] : undefined)}
      disabled={false}
      required={false}
      isClearable
      value={closing[end]}
      onChange={(next) => change({ [end]: typeof next === 'string' ? next : '' })}
      values={closing}
      errors={errors}
      change={() => undefined}
    />
  )
  return (
    <Stack gap="xs" id={id} role="group" aria-label={label} tabIndex={-1}>
      <ClosingState closing={closing} />
      {isChanged && <Text size="sm">{t('unsaved')}</Text>}
      {moment('from')}
      {moment('until')}
      <Textarea
        label={t('message')}
        error={errors[`${id}.message`]}
        maxLength={200}
        autosize
        minRows={2}
        maxRows={6}
        value={closing.message}
        onChange={({ currentTarget }) => change({ message: currentTarget.value })}
      />
    </Stack>
  )
}

/** Names what {@link endClosing} does. */
export function EndClosing({ closing }: { closing: Closing }) {
  const t = useTranslations('config.closing')
  return isClosedAt(closing, useNowOf(closing)) ? t('reopen') : t('cancel')
}

/** In milliseconds. Not before an end that was just set to the present. */
const useNowOf = ({ from, until }: Pick<Closing, 'from' | 'until'>): number =>
  Math.max(useNowFor(from || null).getTime(), useNowFor(until || null).getTime())

const isClosedAt = ({ from, until }: Closing, at: number) => at >= Date.parse(from) && at < Date.parse(until)

/** A closing that has begun ends now, because deadlines may depend on it; another one is dropped. */
export const endClosing = (closing: Closing, now: Date): Closing | null =>
  isClosedAt(closing, now.getTime() - 1) ? { ...closing, until: now.toISOString() } : null

function ClosingState({ closing: { from, until } }: { closing: Closing }) {
  const t = useTranslations('config.closing')
  const timeText = useTimeText()
  const now = useNowOf({ from, until })
  const [start, end] = [Date.parse(from), Date.parse(until)]
  const isPeriod = start < end
  if (!isPeriod) return <Text size="sm">{from === '' && until === '' ? t('open') : t('incomplete')}</Text>
  if (now >= end) return <Text size="sm">{t('over', { until: timeText(until) })}</Text>
  return (
    <Text size="sm" c="orange" fw={500}>
      {now < start ? t('ahead', { from: timeText(from) }) : t('now', { until: timeText(until) })}
    </Text>
  )
}
