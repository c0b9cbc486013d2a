'use client'

import { useFormatter, useLocale, useMessages, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { asList } from '@/lib/kit/i18n/as-list'
import { useAdmin } from '@/components/admin/frame/admin-context'
import { usePermissionNames } from '@/components/admin/permission-names'
import { inLocale } from '@/lib/kit/i18n/locale'
import { recordName } from '@/lib/kit/record-name'
import { flatten, titleOf } from '@/lib/menu/routes'
import { impliedFields } from '@/lib/oper_log/implied'
import { changedFields } from './changed-fields'
import { changedMembers, isRecord } from './changed-members'
import { useFieldLabels } from './use-field-labels'

type Fields = Record<string, unknown> | null

/** The fields of a row of the audit log that a sentence needs. */
export interface Operation {
  user: { id: number | null; username: string; nickname: string | null }
  module: string
  action: string
  /** The type of the record, or an import as a whole. Absent in the history of one record. */
  target_type?: string | null
  /** null: the operation concerned many records, or none. */
  target_id?: string | null
  target_name: string | null
  before: Fields
  after: Fields
  /** The names of records whose ids are in the fields. */
  referred?: readonly { field: string; id: number; name: string; name_en: string }[]
  /** The sent input; absent if only successful operations are listed. */
  params?: Fields
  /** The problem code of a failure. */
  code?: string | null
  /** false: it failed, or was refused. Absent if only successful operations are listed. */
  success?: boolean
  /** The status of the response. */
  status?: number
}

/** A changed field for display: of the record itself, or of one of its parts. */
export interface Change {
  /** The path of the field. */
  key: string
  /** With the names of the parts that contain it: “Red: price”. */
  label: string
  /** Empty: there was no value. For a list, the removed members; `after` has the added ones. */
  before: string
  after: string
  /** “English label: Industry news → Trade news”. Values that are too long for a sentence are omitted. */
  text: string
}

/** Fields and settings with an amount in fen. */
const moneyField = /(?:^|[_.])(?:amount|freight|price|cost)(?:_|$)/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** In ISO 8601. Older rows have times in the format of the database. */
const asIso = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
const longest = 60

/** The dictionaries of the status of these modules; other modules have a dictionary of their own name. */
const statusDictionaries: Readonly<Record<string, string>> = {
  customer: 'user_status',
  article: 'publication_status',
  notice: 'publication_status',
  error_log: 'error_status',
  category: 'enabled_disabled',
  theme: 'enabled_disabled',
  banner: 'enabled_disabled',
  dict: 'enabled_disabled',
  dict_type: 'enabled_disabled',
}

/** Whether a permission was missing. Other failures, such as an invalid file, are not denials. */
export const isDenial = (status: number) => status === 401 || status === 403

/** A name within a sentence. */
const within = (name: string, locale: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)

type ChangedFields = ReturnType<typeof changedFields>

/** Lists and objects come last, because their changes say less. */
const plainFirst = (fields: ChangedFields): ChangedFields => {
  const isPlain = ({ before, after }: ChangedFields[number]) => typeof (after ?? before) !== 'object'
  return [...fields.filter(isPlain), ...fields.filter((field) => !isPlain(field))]
}

/** The place of a field: the record itself, or one of its parts. */
interface Place {
  path: readonly string[]
  /** The part that contains the field: “Color: red”. */
  item?: string
}

/** Formats rows of the audit log: the sentence, and the changes. */
export function useSentences() {
  const t = useTranslations('history')
  const tRefusal = useTranslations('refusal')
  const format = useFormatter()
  const locale = useLocale()
  const names = usePermissionNames()
  const fieldLabel = useFieldLabels()
  const { routes, dictionaries } = useAdmin()
  const {
    history: { did, records, values },
    refusal: { problem },
    setting: settings,
  } = useMessages()
  return useMemo(() => {
    const isKnown = <K extends string>(all: Record<K, unknown>, key: string): key is K => Object.hasOwn(all, key)

    const settingLabel = (key: string): string | undefined => {
      const [group = '', name = ''] = key.split('.')
      const labels = new Map<string, object>(Object.entries(settings)).get(group)
      const label: unknown = labels && new Map<string, unknown>(Object.entries(labels)).get(name)
      return typeof label === 'string' ? label : undefined
    }
    const labelOf = (key: string): string => settingLabel(key) ?? fieldLabel(key)

    /** The label of a status, as in the list of its records. */
    const statusLabel = (module: string, value: string): string | undefined =>
      dictionaries[statusDictionaries[module] ?? `${module}_status`]?.find((entry) => entry.value === value)?.label

    const shownValue = (key: string, value: unknown): string => {
      if (value === null || value === undefined) return ''
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (typeof value === 'number') {
        if (moneyField.test(key)) return format.number(value / 100, 'price')
        return key.endsWith('_id') ? numbered(key, value) : format.number(value)
      }
      if (typeof value === 'string') {
        const label = key === 'status' ? statusLabel(current.module, value) : undefined
        if (label !== undefined) return label
        if (isKnown(values, value)) return t(`values.${value}`)
        return moment.test(value)
          ? format.dateTime(new Date(asIso(value)), { dateStyle: 'medium', timeStyle: 'short' })
          : value
      }
      if (Array.isArray(value)) return shownList(key, value)
      return nameOf(key, value) ?? JSON.stringify(value)
    }

    /** The context of the current row, on which names and labels depend. */
    const current = { module: '', referred: new Map<string, string>() }
    const menus = new Map(flatten(routes).map((route) => [route.id, titleOf(locale, route)]))

    /** The name of the record with this id; its number if the name is unknown. */
    const numbered = (key: string, id: number): string =>
      current.referred.get(`${key}/${id}`) ?? (/^menu_ids?$/.test(key) ? menus.get(id) : undefined) ?? `#${id}`

    /** The name of a member of the list `key`, or of an object. */
    const nameOf = (key: string, member: unknown): string | undefined => {
      if (typeof member === 'number') {
        if (!key.endsWith('_ids')) return String(member)
        return numbered(key, member)
      }
      if (typeof member === 'string') return key === 'permission_codes' ? names.permission(member) : member
      if (!isRecord(member)) return undefined
      const { spec_values: specs, sku_no, id } = member
      if (Array.isArray(specs) && specs.length > 0) return specs.join(' / ')
      return (
        recordName(member) ??
        (typeof sku_no === 'string' ? sku_no : undefined) ??
        (typeof id === 'number' ? numbered(key, id) : undefined)
      )
    }

    /** A member that exists in one of the states only, with its price if it has one. */
    const wholeOf = (key: string, member: unknown): string | undefined => {
      const name = nameOf(key, member)
      if (name === undefined || !isRecord(member) || typeof member.price !== 'number') return name
      return t('priced', { name, price: shownValue('price', member.price) })
    }

    const shownList = (key: string, members: readonly unknown[]): string => {
      const shown = members.flatMap((member) => wholeOf(key, member) ?? [])
      return shown.length > 0 && shown.length === members.length
        ? format.list(shown, asList)
        : t('members', { count: members.length })
    }

    const changesIn = (before: Fields, after: Fields, place: Place): Change[] =>
      plainFirst(changedFields(before, after))
        .filter(({ key }) => place.item === undefined || !impliedFields.has(key))
        .flatMap((field) => changesOfField(field, place))

    const changesOfField = ({ key, before, after }: ChangedFields[number], { path, item }: Place): Change[] => {
      const field = item === undefined ? labelOf(key) : within(labelOf(key), locale)
      const label = item === undefined ? field : t('ofItem', { item, field })
      const own = { key: [...path, key].join('.'), label }
      const below = (name: string, ...at: string[]): Place => ({
        path: [...path, key, ...at],
        item: item === undefined ? name : t('ofItem', { item, field: name }),
      })
      if (Array.isArray(before) && Array.isArray(after)) {
        const { added, removed, changed } = changedMembers(before, after)
        const changes = changed.flatMap((one) =>
          changesIn(one.before, one.after, below(nameOf(key, one.after) ?? `${field} ${one.place}`, String(one.place))),
        )
        if (added.length > 0 || removed.length > 0)
          return [{ ...own, ...cameAndWent(label, key, { added, removed }) }, ...changes]
        if (changed.length > 0) return changes
      }
      if (isRecord(before) && isRecord(after) && before.id === after.id) {
        const changes = changesIn(before, after, below(field))
        if (changes.length > 0) return changes
      }
      const [had, has] = [shownValue(key, before), shownValue(key, after)]
      const isLong = had === has || had.length + has.length > longest || had.includes('<') || has.includes('<')
      const values = { before: had || t('empty'), after: has || t('empty') }
      const text = item === undefined ? t('change', { label, ...values }) : t('changeOf', { item, field, ...values })
      return [{ ...own, before: had, after: has, text: isLong ? t('changedText', { label }) : text }]
    }

    const cameAndWent = (label: string, key: string, { added, removed }: Record<'added' | 'removed', unknown[]>) => {
      const inFull = (members: unknown[]) => shownList(key, members)
      const inShort = (members: unknown[]) => {
        const full = inFull(members)
        return full.length > longest ? t('members', { count: members.length }) : full
      }
      const told = (shown: typeof inFull) => ({
        before: removed.length > 0 ? t('removed', { members: shown(removed) }) : '',
        after: added.length > 0 ? t('added', { members: shown(added) }) : '',
      })
      const { before, after } = told(inShort)
      const both = before && after ? t('both', { removed: before, added: after }) : before || after
      return { ...told(inFull), text: t('changedList', { label, changes: both }) }
    }

    const changesOf = ({
      before,
      after,
      module = '',
      referred = [],
    }: Pick<Operation, 'before' | 'after' | 'referred'> & { module?: string }): Change[] => {
      current.module = module
      current.referred = new Map(
        referred.map(({ field, id, name, name_en }) => [`${field}/${id}`, inLocale(locale, name, name_en)]),
      )
      return changesIn(before, after, { path: [] })
    }

    const actorOf = ({ user }: Pick<Operation, 'user'>): string =>
      user.id === null ? t('system') : (user.nickname ?? user.username)

    type Target = Omit<Operation, 'user' | 'success' | 'status'>
    const whatOf = ({ module, action, target_type, target_id, target_name, params }: Target): string => {
      // A record that could not be created has only the sent name.
      const name = target_name ?? (action === 'create' ? recordName(params) : undefined)
      const all = within(names.module(module), locale)
      const own = target_type && isKnown(records, target_type) ? t(`records.${target_type}`) : undefined
      const record = own ?? names.record(module) ?? all
      if (name) return target_type === 'import' ? t('file', { name }) : t('record', { record, name })
      if (target_id) return t('numbered', { record, id: target_id })
      return target_id === null && action !== 'create' ? all : record
    }

    return {
      actorOf,
      /** “Clerk One changed article ‘Trade news’”. */
      sentenceOf: ({ module, action, success = true, status, ...operation }: Operation): string => {
        const what = whatOf({ module, action, ...operation })
        const verb = within(names.verb(action, module), locale)
        const ended = Number(operation.after?.ended ?? 2)
        const said = { actor: actorOf(operation), what, action, verb, module, ended }
        if (!success) return t(status !== undefined && isDenial(status) ? 'tried' : 'failed', said)
        if (action === 'import' && operation.target_type !== 'import') return t('did.importRecord', said)
        return isKnown(did, action) ? t(`did.${action}`, said) : t('did.other', said)
      },
      changesOf,
      /** The reason of a failure; undefined if it is unknown. */
      reasonOf: ({ success = true, code }: Operation): string | undefined =>
        !success && code && isKnown(problem, code)
          ? t('reason', { reason: tRefusal(`problem.${code}`, { seconds: 60 }) })
          : undefined,
    }
  }, [t, tRefusal, format, locale, names, routes, dictionaries, did, fieldLabel, records, values, settings, problem])
}
