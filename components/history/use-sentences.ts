'use client'

import { useFormatter, useMessages, useTranslations } from 'next-intl'
import { useMemo } from 'react'
import { usePermissionNames } from '../permission-names'
import { changedFields } from './changed-fields'

type Fields = Record<string, unknown> | null

/** What a sentence needs of a row of the audit log. */
export interface Operation {
  user: { id: number | null; username: string; nickname: string | null }
  module: string
  action: string
  target_name: string | null
  before: Fields
  after: Fields
  /** false: it was refused. Absent where only what succeeded is listed. */
  success?: boolean
}

/** A field that was changed, as people read it. */
export interface Change {
  key: string
  label: string
  /** Empty: there was no value. */
  before: string
  after: string
  /** Too long to be shown within a sentence. */
  isLong: boolean
}

/** Fields with an amount in fen. */
const moneyField = /(?:^|_)(?:amount|freight|price|cost)(?:_|$)/
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const longest = 60

type ChangedFields = ReturnType<typeof changedFields>

/** Lists and objects come last: what they changed says less. */
const plainFirst = (fields: ChangedFields): ChangedFields => {
  const isPlain = ({ before, after }: ChangedFields[number]) => typeof (after ?? before) !== 'object'
  return [...fields.filter(isPlain), ...fields.filter((field) => !isPlain(field))]
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** The rows of the audit log as people say them: the sentence, and what was changed. */
export function useSentences() {
  const t = useTranslations('history')
  const format = useFormatter()
  const names = usePermissionNames()
  const {
    history: { did, fields, values },
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
    const labelOf = (key: string): string => (isKnown(fields, key) ? t(`fields.${key}`) : (settingLabel(key) ?? key))

    const shownValue = (key: string, value: unknown): string => {
      if (value === null || value === undefined) return ''
      if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
      if (typeof value === 'number') {
        if (moneyField.test(key)) return format.number(value / 100, 'price')
        return key.endsWith('_id') ? `#${value}` : format.number(value)
      }
      if (typeof value === 'string') {
        if (isKnown(values, value)) return t(`values.${value}`)
        return moment.test(value)
          ? format.dateTime(new Date(value), { dateStyle: 'medium', timeStyle: 'short' })
          : value
      }
      if (Array.isArray(value)) {
        const members = value.map((one: unknown) => (isRecord(one) ? one.name : one))
        const isNamed = members.every((one) => typeof one === 'string' || typeof one === 'number')
        return isNamed && value.length > 0 ? members.join(', ') : t('members', { count: value.length })
      }
      const named = isRecord(value) ? value.name : undefined
      return typeof named === 'string' ? named : JSON.stringify(value)
    }

    const changesOf = ({ before, after }: Pick<Operation, 'before' | 'after'>): Change[] =>
      plainFirst(changedFields(before, after)).map((field) => {
        const [had, has] = [shownValue(field.key, field.before), shownValue(field.key, field.after)]
        const isLong = had === has || had.length + has.length > longest || had.includes('<') || has.includes('<')
        return { key: field.key, label: labelOf(field.key), before: had, after: has, isLong }
      })

    const actorOf = ({ user }: Pick<Operation, 'user'>): string =>
      user.id === null ? t('system') : (user.nickname ?? user.username)

    return {
      actorOf,
      /** “Clerk One changed article ‘Trade news’”. */
      sentenceOf: ({ user, module, action, target_name, success = true }: Operation): string => {
        const record = names.record(module) ?? names.module(module)
        const actor = actorOf({ user })
        const what = target_name ? t('record', { record, name: target_name }) : record
        if (!success) return t('tried', { actor, what, action: names.verb(action, module) })
        return isKnown(did, action)
          ? t(`did.${action}`, { actor, what, action: '' })
          : t('did.other', { actor, what, action: names.verb(action, module) })
      },
      changesOf,
      /** “English label: Industry news → Trade news”. */
      textOf: ({ label, before, after, isLong }: Change) =>
        isLong
          ? t('changedText', { label })
          : t('change', { label, before: before || t('empty'), after: after || t('empty') }),
    }
  }, [t, format, names, did, fields, values, settings])
}
