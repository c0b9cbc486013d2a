import type { useFormatter, useTranslations } from 'next-intl'
import type { PermissionNames } from '@/lib/auth/names'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import { asList } from '@/lib/kit/i18n/as-list'
import type { Fault, SizeKind } from '@/lib/kit/i18n/fault-text'
import { inLocale, type Locale } from '@/lib/kit/i18n/locale'
import type { Messages } from '@/lib/kit/i18n/messages'
import { recordName } from '@/lib/kit/record-name'
import { changedFields } from './changed-fields'
import { changedMembers, isRecord } from './changed-members'
import { impliedFields } from './implied'
import { dictionaryOf, choiceLabel as labelOfChoice, textIn } from './labels'

/* Safe in the browser. */

type Fields = Record<string, unknown> | null

export interface Operation {
  user: { id: number | null; username: string; nickname: string | null }
  module: string
  action: string
  /** Absent in the history of one record. */
  path?: string
  /** Type of the record or of a whole import. Absent in the history of one record. */
  target_type?: string | null
  /** null: several records or none. */
  target_id?: string | null
  target_name: string | null
  before: Fields
  after: Fields
  /** Names of records whose ids are in the fields. */
  referred?: readonly { field: string; id: number; name: string; name_en: string }[]
  /** Absent if only successful operations are listed. */
  params?: Fields
  code?: string | null
  invalid_params?: readonly { name: string; code: FaultCode; reason: string; params?: Record<string, unknown> }[]
  /** Absent if only successful operations are listed. */
  success?: boolean
  status?: number
}

export interface Change {
  key: string
  /** After the names of the parts that contain the field: “Red: price”. */
  label: string
  /** Empty: no value. Of a list, `before` has the removed and `after` the added members. */
  before: string
  after: string
  /** “English label: Industry news → Trade news”, without values that are too long for a sentence. */
  text: string
  /** With all values. */
  whole: string
}

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

/** In fen, of fields and settings. */
const moneyField = /(?:^|[_.])(?:amount|freight(?!_template)|price|cost|fee)(?:_|$)/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Older rows have times in the format of the database. */
const asIso = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
const longest = 60

/** A missing session or permission. Other failures, such as an invalid file, are no denials. */
export const isDenial = (status: number) => status === 401 || status === 403

/** With a lower-case first letter, unless it begins with two capitals. */
const within = (name: string, locale: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)

const isKnown = <K extends string>(all: Record<K, unknown>, key: string): key is K => Object.hasOwn(all, key)

/** Such as `approve`. Several commands may share one permission. */
const commandOf = ({ path }: Operation): string => path?.split('/').at(-1) ?? ''

type ChangedFields = ReturnType<typeof changedFields>

/** Lists and objects last, because their changes are harder to read. */
const plainFirst = (fields: ChangedFields): ChangedFields => {
  const isPlain = ({ before, after }: ChangedFields[number]) => typeof (after ?? before) !== 'object'
  return [...fields.filter(isPlain), ...fields.filter((field) => !isPlain(field))]
}

interface Place {
  path: readonly string[]
  /** “Color: red”. Absent: the field belongs to the record itself. */
  item?: string
}

interface Adjusted {
  sku_id: number
  delta: number
  balance: number
}

const isAdjusted = (item: unknown): item is Adjusted =>
  isRecord(item) && [item.sku_id, item.delta, item.balance].every((value) => typeof value === 'number')

function adjustedIn({ target_type, after }: Pick<Operation, 'target_type' | 'after'>): Adjusted[] {
  const items = target_type === 'stock' ? after?.items : undefined
  return Array.isArray(items) ? items.filter(isAdjusted) : []
}

/** Texts and lists by the sentence `reason`, money by the name of the field. */
function sizeOf({ name, reason }: { name: string; reason: string }): SizeKind {
  if (reason.endsWith(' characters.')) return 'text'
  if (reason.endsWith(' items.')) return 'list'
  return moneyField.test(name) ? 'money' : 'number'
}

type ChangedOperation = Pick<Operation, 'before' | 'after' | 'referred' | 'target_type'> & { module?: string }

export function sentencesIn(t: ReturnType<typeof useTranslations<'history'>>, words: Words) {
  const { locale, messages, format, names, dictionaries, faultText, spreadsheetFaultText } = words
  const { did, attempt, records, fields } = messages.history

  const settingLabel = (key: string): string | undefined => {
    const [group = '', name = ''] = key.split('.')
    const labels = new Map<string, object>(Object.entries(messages.setting.label)).get(group)
    return labels && textIn(labels, name)
  }
  const labelOf = (key: string): string => settingLabel(key) ?? textIn(fields, key) ?? key

  /** Names and labels depend on these. */
  const current = { module: '', referred: new Map<string, string>() }
  const enter = ({ module = '', referred = [] }: Pick<ChangedOperation, 'module' | 'referred'>) => {
    current.module = module
    current.referred = new Map(
      referred.map(({ field, id, name, name_en }) => [`${field}/${id}`, inLocale(locale, name, name_en)]),
    )
  }

  /** `owner`: the part of the record or the module with the field. */
  const choiceLabel = (owner: string, key: string, value: string): string | undefined => {
    if (settingLabel(key) !== undefined) return textIn(messages.setting.choices, value)
    const dictionary = dictionaries[dictionaryOf(owner, key)]
    return (
      dictionary?.find((entry) => entry.value === value)?.label ??
      labelOfChoice(messages.history.values, owner, key, value)
    )
  }

  const shownValue = (key: string, value: unknown, owner = current.module): string => {
    if (value === null || value === undefined) return ''
    if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
    if (typeof value === 'number' || typeof value === 'string') {
      const label = choiceLabel(owner, key, String(value))
      if (label !== undefined) return label
    }
    if (typeof value === 'number') {
      if (moneyField.test(key)) return format.number(value / 100, 'price')
      return key.endsWith('_id') ? numbered(key, value) : format.number(value)
    }
    if (typeof value === 'string')
      return moment.test(value)
        ? format.dateTime(new Date(asIso(value)), { dateStyle: 'medium', timeStyle: 'short' })
        : value
    if (Array.isArray(value)) return shownList(key, value)
    return nameOf(key, value) ?? shownParts(key, value)
  }

  /** “new 3, changed 1”. */
  const shownParts = (key: string, value: object): string =>
    format.list(
      Object.entries(value).flatMap(([name, part]) => {
        const shown = shownValue(name, part, key)
        return shown === '' ? [] : t('part', { field: within(labelOf(name), locale), value: shown })
      }),
      asList,
    )

  /** `#` and the id if the name is unknown. */
  const numbered = (key: string, id: number): string => current.referred.get(`${key}/${id}`) ?? `#${id}`

  /** undefined: no name. */
  const nameOf = (key: string, member: unknown): string | undefined => {
    if (typeof member === 'number') {
      if (!key.endsWith('_ids')) return String(member)
      return numbered(key, member)
    }
    if (typeof member === 'string')
      return key === 'permission_codes'
        ? names.permission(member)
        : (choiceLabel(current.module, key, member) ?? member)
    if (!isRecord(member)) return undefined
    const { spec_values: specs, sku_no, id } = member
    if (Array.isArray(specs) && specs.length > 0) return specs.join(' / ')
    return (
      recordName(member) ??
      (typeof sku_no === 'string' ? sku_no : undefined) ??
      (typeof id === 'number' ? numbered(key, id) : undefined)
    )
  }

  /** With its price, if any. */
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
    const owner = path.findLast((name) => !/^\d+$/.test(name)) ?? current.module
    const [had, has] = [shownValue(key, before, owner), shownValue(key, after, owner)]
    if (key === 'locked_until' && had && !has)
      return [{ ...own, before: had, after: has, text: t('unlocked'), whole: t('unlocked') }]
    const isLong = had === has || had.length + has.length > longest || had.includes('<') || has.includes('<')
    const values = { before: had || t('empty'), after: has || t('empty') }
    const whole = item === undefined ? t('change', { label, ...values }) : t('changeOf', { item, field, ...values })
    return [{ ...own, before: had, after: has, text: isLong ? t('changedText', { label }) : whole, whole }]
  }

  const cameAndWent = (label: string, key: string, { added, removed }: Record<'added' | 'removed', unknown[]>) => {
    const inFull = (members: unknown[]) => shownList(key, members)
    const inShort = (members: unknown[]) => {
      const full = inFull(members)
      return full.length > longest ? t('members', { count: members.length }) : full
    }
    const told = (shown: typeof inFull) => {
      const before = removed.length > 0 ? t('removed', { members: shown(removed) }) : ''
      const after = added.length > 0 ? t('added', { members: shown(added) }) : ''
      const changes = before && after ? t('both', { removed: before, added: after }) : before || after
      return { before, after, text: t('changedList', { label, changes }) }
    }
    const { text: whole, ...full } = told(inFull)
    return { ...full, text: told(inShort).text, whole }
  }

  const changesOf = (operation: ChangedOperation): Change[] => {
    enter(operation)
    const { before, after } = operation
    const adjusted = adjustedIn(operation)
    if (adjusted.length === 0) return changesIn(before, after, { path: [] })
    // The log has the difference and the result; people read the stock before and after.
    const { items, ...others } = after ?? {}
    const stocks = (stockOf: (one: Adjusted) => number) =>
      adjusted.map((one) => ({ id: one.sku_id, name: numbered('sku_id', one.sku_id), stock: stockOf(one) }))
    const was = { ...before, skus: stocks(({ balance, delta }) => balance - delta) }
    return changesIn(was, { ...others, skus: stocks(({ balance }) => balance) }, { path: [] })
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

  /** “ship order ‘2611’”. */
  const attemptOf = (operation: Operation, said: { what: string; verb: string; module: string }): string => {
    const { action } = operation
    const command = commandOf(operation)
    if (isKnown(attempt, command)) return t(`attempt.${command}`, said)
    return isKnown(attempt, action) ? t(`attempt.${action}`, said) : t('attempt.other', said)
  }

  /** “Shen adjusted the stock of ‘Tea’ by +50 (received)”; undefined for another operation. */
  const stockSentenceOf = (operation: Operation): string | undefined => {
    const adjusted = adjustedIn(operation)
    const [one, ...others] = adjusted
    if (!one) return undefined
    enter(operation)
    const actor = actorOf(operation)
    const reason = within(shownValue('reason', operation.after?.reason), locale)
    if (others.length > 0) return t('stock.several', { actor, count: adjusted.length, reason })
    const delta = format.number(one.delta, { signDisplay: 'exceptZero' })
    return t('stock.one', { actor, sku: numbered('sku_id', one.sku_id), delta, reason })
  }

  /** “Name: This is required.” */
  const faultOf = (fault: NonNullable<Operation['invalid_params']>[number]): string => {
    const rule = faultText(fault, sizeOf(fault))
    const last = fault.name.split('.').findLast((part) => !/^\d+$/.test(part))
    if (last === undefined || last === '') return rule
    const field = settingLabel(fault.name) ?? labelOf(last)
    return t('ofItem', { item: field, field: rule })
  }

  return {
    actorOf,
    /** “Clerk One changed article ‘Trade news’”. */
    sentenceOf: (operation: Operation): string => {
      const { module, action, success = true, status = 0 } = operation
      const what = whatOf(operation)
      const verb = within(names.verb(action, module), locale)
      const ended = Number(operation.after?.ended ?? 2)
      const said = { actor: actorOf(operation), what, action, verb, module, ended }
      if (!success) {
        const refused = { ...said, attempt: attemptOf(operation, said) }
        if (isDenial(status)) return t('tried', refused)
        return t(status < 500 ? 'refused' : 'failed', refused)
      }
      const ofStock = stockSentenceOf(operation)
      if (ofStock !== undefined) return ofStock
      if (action === 'import' && operation.target_type !== 'import') return t('did.importRecord', said)
      const command = action === 'decide' || action === 'receive' ? commandOf(operation) : ''
      if (isKnown(did, command)) return t(`did.${command}`, said)
      return isKnown(did, action) ? t(`did.${action}`, said) : t('did.other', said)
    },
    changesOf,
    /** undefined: a success, or an unknown reason. */
    reasonOf: ({ success = true, action, code, invalid_params = [] }: Operation): string | undefined => {
      if (success || !code) return undefined
      if (invalid_params.length === 0) return words.problemText(code)
      const isOfSpreadsheet = ({ name }: { name: string }) => action === 'upload' && name === 'file'
      return invalid_params
        .map((fault) => (isOfSpreadsheet(fault) ? spreadsheetFaultText(fault) : faultOf(fault)))
        .join(' ')
    },
  }
}
