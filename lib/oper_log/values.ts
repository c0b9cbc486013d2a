import type { useFormatter, useTranslations } from 'next-intl'
import type { PermissionNames } from '@/lib/auth/names'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Fault, SizeKind } from '@/lib/kit/i18n/fault-text'
import { inLocale, type Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'
import { recordName } from '@/lib/kit/record-name'
import { isRecord } from './changed-members'
import { dictionaryOf, choiceLabel as labelOfChoice, textIn } from './labels'

/* Safe in the browser. */

export interface Words {
  locale: Locale
  messages: Pick<Messages, 'history' | 'setting'>
  format: ReturnType<typeof useFormatter>
  names: PermissionNames
  /** By dictionary type. */
  dictionaries: Readonly<Record<string, readonly { value: string; label: string }[]>>
  faultText: (fault: Fault, size: SizeKind) => string
  spreadsheetFaultText: (fault: Fault) => string
  /** undefined: an unknown code. */
  problemText: (code: string) => string | undefined
}

/**
 * Words of a language with the module and the records of one row of the log. Functions take `t` beside the row, because
 * `check:i18n` recognizes keys of texts only by a parameter with this type.
 */
export interface Row extends Words {
  module: string
  /** Names of records, by `field/id`. */
  referred: ReadonlyMap<string, string>
}

interface Named {
  module?: string
  referred?: readonly { field: string; id: number; name: string; name_en: string }[]
}

export const rowOf = (words: Words, { module = '', referred = [] }: Named): Row => ({
  ...words,
  module,
  referred: new Map(
    referred.map(({ field, id, name, name_en }) => [`${field}/${id}`, inLocale(words.locale, name, name_en)]),
  ),
})

/** In fen, of fields and settings. */
export const moneyField = /(?:^|[_.])(?:amount|freight(?!_template)|price|cost|fee)(?:_|$)/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Older rows have times in the format of the database. */
const asIso = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
/** With a lower-case first letter, unless it begins with two capitals. */
export const within = (name: string, locale: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)

export function settingLabel({ messages }: Pick<Words, 'messages'>, key: string): string | undefined {
  const [group = '', name = ''] = key.split('.')
  const labels = new Map<string, object>(Object.entries(messages.setting.label)).get(group)
  return labels && textIn(labels, name)
}
export const labelOf = (words: Pick<Words, 'messages'>, key: string): string =>
  settingLabel(words, key) ?? textIn(words.messages.history.fields, key) ?? key

/** `owner`: the part of the record or the module with the field. */
function choiceLabel(row: Row, owner: string, key: string, value: string): string | undefined {
  const { messages, dictionaries } = row
  if (settingLabel(row, key) !== undefined) return textIn(messages.setting.choices, value)
  const dictionary = dictionaries[dictionaryOf(owner, key)]
  return (
    dictionary?.find((entry) => entry.value === value)?.label ??
    labelOfChoice(messages.history.values, owner, key, value)
  )
}

export function shownValue(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  key: string,
  value: unknown,
  owner = row.module,
): string {
  const { format } = row
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value === 'number' || typeof value === 'string') {
    const label = choiceLabel(row, owner, key, String(value))
    if (label !== undefined) return label
  }
  if (typeof value === 'number') {
    if (moneyField.test(key)) return format.number(value / 100, 'price')
    return key.endsWith('_id') ? numbered(row, key, value) : format.number(value)
  }
  if (typeof value === 'string')
    return moment.test(value)
      ? format.dateTime(new Date(asIso(value)), { dateStyle: 'medium', timeStyle: 'short' })
      : value
  if (Array.isArray(value)) return shownList(t, row, key, value)
  return nameOf(row, key, value) ?? shownParts(t, row, key, value)
}

/** “new 3, changed 1”. */
const shownParts = (t: ReturnType<typeof useTranslations<'history'>>, row: Row, key: string, value: object): string =>
  row.format.list(
    Object.entries(value).flatMap(([name, part]) => {
      const shown = shownValue(t, row, name, part, key)
      return shown === '' ? [] : t('part', { field: within(labelOf(row, name), row.locale), value: shown })
    }),
    asList,
  )

/** `#` and the id if the name is unknown. */
export const numbered = ({ referred }: Row, key: string, id: number): string => referred.get(`${key}/${id}`) ?? `#${id}`

/** undefined: no name. */
export function nameOf(row: Row, key: string, member: unknown): string | undefined {
  if (typeof member === 'number') {
    return /(?:^|_)ids$/.test(key) ? numbered(row, key, member) : String(member)
  }
  if (typeof member === 'string')
    return key === 'permission_codes'
      ? row.names.permission(member)
      : (choiceLabel(row, row.module, key, member) ?? member)
  if (!isRecord(member)) return undefined
  const { spec_values: specs, sku_no, id } = member
  if (Array.isArray(specs) && specs.length > 0) return specs.join(' / ')
  return (
    recordName(member) ??
    (typeof sku_no === 'string' ? sku_no : undefined) ??
    (typeof id === 'number' ? numbered(row, key, id) : undefined)
  )
}

/** With its price, if any. */
function wholeOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  key: string,
  member: unknown,
): string | undefined {
  const name = nameOf(row, key, member)
  if (name === undefined || !isRecord(member) || typeof member.price !== 'number') return name
  return t('priced', { name, price: shownValue(t, row, 'price', member.price) })
}

export function shownList(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  key: string,
  members: readonly unknown[],
): string {
  const shown = members.flatMap((member) => wholeOf(t, row, key, member) ?? [])
  return shown.length > 0 && shown.length === members.length
    ? row.format.list(shown, asList)
    : t('members', { count: members.length })
}
