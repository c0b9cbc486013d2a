import { createTranslator } from 'next-intl'
import type { Locale } from '@/lib/kit/i18n/locale'
import { messagesIn } from '@/lib/kit/i18n/messages'
import type { FileFormat, FileKind, FilePeriod } from './csv'

interface FileNameOptions {
  format: FileFormat
  /** undefined: the file is for programs, and its name has no translated words. */
  locale: Locale | undefined
  /** undefined: the name has the time, so that a later file has another one. */
  period: FilePeriod | undefined
  /** Of the shop. */
  zone: string
  now: Date
}

/** `对账单-按月-2026年11月.xlsx`. `plain`: in ASCII, for clients that know no other names. */
export async function fileNameOf(
  kind: FileKind,
  { format, locale, period, zone, now }: FileNameOptions,
): Promise<{ name: string; plain: string }> {
  const moment = momentOf(now, zone)
  const nameOf = (...parts: string[]) => `${parts.join('-').replaceAll(' ', '-')}.${format}`
  const plain = period ? nameOf(kind, period.by, daysOf(period)) : nameOf(kind, moment)
  if (locale === undefined) return { name: plain, plain }
  const messages = await messagesIn(locale)
  const { kind: kinds, by } = messages.download
  if (!period) return { name: nameOf(kinds[kind], moment), plain }
  const t = createTranslator({ locale, messages, namespace: 'download' })
  const days = isMonth(period) ? monthIn(locale, period) : daysOf(period, (from, to) => t('span', { from, to }))
  return { name: nameOf(kinds[kind], by[period.by], days), plain }
}

/** `2026-11-30-154502`: names of files have no colons. */
const momentOf = (now: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    .format(now)
    .replaceAll(':', '')

const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)

const isMonth = ({ from, to }: FilePeriod) =>
  from.endsWith('-01') && to.endsWith('-01') && dayBefore(to).slice(0, 7) === from.slice(0, 7)

const monthIn = (locale: Locale, { from }: FilePeriod) =>
  new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(from))

function daysOf(period: FilePeriod, spanOf = (from: string, to: string) => `${from}_${to}`): string {
  const last = dayBefore(period.to)
  if (isMonth(period)) return period.from.slice(0, 7)
  return last === period.from ? last : spanOf(period.from, last)
}
