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

/*
 * Rows of the audit log in words, for the admin and for files. Safe in the browser.
 */

type Fields = Record<string, unknown> | null

/** The fields of a row of the audit log that a sentence needs. */
export interface Operation {
  user: { id: number | null; username: string; nickname: string | null }
  module: string
  action: string
  /** The path of the request; absent in the history of one record. */
  path?: string
  /** The type of the record, or of an import as a whole. Absent in the history of one record. */
  target_type?: string | null
  /** The id of the record; null: the operation concerned several records or no record. */
  target_id?: string | null
  target_name: string | null
  before: Fields
  after: Fields
  /** The names of records whose ids are in the fields. */
  referred?: readonly { field: string; id: number; name: string; name_en: string }[]
  /** The input of the request; absent if only successful operations are listed. */
  params?: Fields
  /** The problem code of a failure. */
  code?: string | null
  /** The invalid parts of a refused request. */
  invalid_params?: readonly { name: string; code: FaultCode; reason: string; params?: Record<string, unknown> }[]
  /**
   * Whether the operation succeeded; false: it failed or was refused. Absent if only successful operations are listed.
   */
  success?: boolean
  /** The status of the response. */
  status?: number
}

/** A changed field for display. The field belongs to the record itself or to one of its parts. */
export interface Change {
  /** The path of the field. */
  key: string
  /** The label of the field, after the names of the parts that contain the field: “Red: price”. */
  label: string
  /**
   * The value before the change as text; empty: no value. For a list, `before` has the removed members and `after` the
   * added members.
   */
  before: string
  after: string
  /**
   * The change as text: “English label: Industry news → Trade news”. Values that are too long for a sentence are
   * omitted.
   */
  text: string
  /** The change as text with all values. */
  whole: string
}

/** The texts and formats of one language from which sentences are built. */
export interface Words {
  locale: Locale
  messages: Pick<Messages, 'history' | 'setting'>
  format: ReturnType<typeof useFormatter>
  names: PermissionNames
  /** The labels of dictionary entries, by dictionary type. */
  dictionaries: Readonly<Record<string, readonly { value: string; label: string }[]>>
  /** Returns the message for an invalid field. */
  faultText: (fault: Fault, size: SizeKind) => string
  /** Returns the message for a fault of an uploaded spreadsheet. */
  spreadsheetFaultText: (fault: Fault) => string
  /** Returns the message for a problem code; undefined: an unknown code. */
  problemText: (code: string) => string | undefined
}

/** Matches the names of fields and settings with an amount in fen. */
const moneyField = /(?:^|[_.])(?:amount|freight(?!_template)|price|cost|fee)(?:_|$)/
const moment = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/
/** Returns a time in ISO 8601. Older rows have times in the format of the database. */
const asIso = (value: string) => value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
const longest = 60

/**
 * Whether an operation failed because a session or a permission was missing. Other failures, such as an invalid file,
 * are not denials.
 */
export const isDenial = (status: number) => status === 401 || status === 403

/**
 * Returns a name for use within a sentence: with a lower-case first letter, unless the name begins with two capitals.
 */
const within = (name: string, locale: string) =>
  /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLocaleLowerCase(locale) + name.slice(1)

const isKnown = <K extends string>(all: Record<K, unknown>, key: string): key is K => Object.hasOwn(all, key)

/**
 * Returns the last segment of the path, such as `approve`. The permission is less precise, because several commands may
 * share one permission.
 */
const commandOf = ({ path }: Operation): string => path?.split('/').at(-1) ?? ''

type ChangedFields = ReturnType<typeof changedFields>

/** Sorts changed fields: fields with a list or an object come last, because their changes are harder to read. */
const plainFirst = (fields: ChangedFields): ChangedFields => {
  const isPlain = ({ before, after }: ChangedFields[number]) => typeof (after ?? before) !== 'object'
  return [...fields.filter(isPlain), ...fields.filter((field) => !isPlain(field))]
}

/** The place of a field in a record: the path of its keys, and the part of the record, if any. */
interface Place {
  path: readonly string[]
  /**
   * The label of the part of the record that contains the field: “Color: red”. Absent: the field belongs to the record
   * itself.
   */
  item?: string
}

/** A SKU whose stock was adjusted: its id, the change, and the new stock. */
interface Adjusted {
  sku_id: number
  delta: number
  balance: number
}

const isAdjusted = (item: unknown): item is Adjusted =>
  isRecord(item) && [item.sku_id, item.delta, item.balance].every((value) => typeof value === 'number')

/** Returns the SKUs of an operation that adjusted stock; empty for any other operation. */
function adjustedIn({ target_type, after }: Pick<Operation, 'target_type' | 'after'>): Adjusted[] {
  const items = target_type === 'stock' ? after?.items : undefined
  return Array.isArray(items) ? items.filter(isAdjusted) : []
}

/**
 * Returns the unit of a value whose size is out of range: texts and lists are recognized by the sentence `reason`,
 * amounts of money by the name of the field.
 */
function sizeOf({ name, reason }: { name: string; reason: string }): SizeKind {
  if (reason.endsWith(' characters.')) return 'text'
  if (reason.endsWith(' items.')) return 'list'
  return moneyField.test(name) ? 'money' : 'number'
}

type ChangedOperation = Pick<Operation, 'before' | 'after' | 'referred' | 'target_type'> & { module?: string }

/** Returns functions that put rows of the audit log into words: the sentence, the changes, and the reason of a refusal. */
export function sentencesIn(t: ReturnType<typeof useTranslations<'history'>>, words: Words) {
  const { locale, messages, format, names, dictionaries, faultText, spreadsheetFaultText } = words
  const { did, attempt, records, fields } = messages.history

  const settingLabel = (key: string): string | undefined => {
    const [group = '', name = ''] = key.split('.')
    const labels = new Map<string, object>(Object.entries(messages.setting.label)).get(group)
    return labels && textIn(labels, name)
  }
  const labelOf = (key: string): string => settingLabel(key) ?? textIn(fields, key) ?? key

  /** The module and the referenced names of the current row, on which names and labels depend. */
  const current = { module: '', referred: new Map<string, string>() }
  const enter = ({ module = '', referred = [] }: Pick<ChangedOperation, 'module' | 'referred'>) => {
    current.module = module
    current.referred = new Map(
      referred.map(({ field, id, name, name_en }) => [`${field}/${id}`, inLocale(locale, name, name_en)]),
    )
  }

  /**
   * Returns the label of a value from a closed list or a dictionary. `owner`: the part of the record or the module that
   * has the field `key`.
   */
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

  /** Returns the fields of an object without a name as text: “new 3, changed 1”. */
  const shownParts = (key: string, value: object): string =>
    format.list(
      Object.entries(value).flatMap(([name, part]) => {
        const shown = shownValue(name, part, key)
        return shown === '' ? [] : t('part', { field: within(labelOf(name), locale), value: shown })
      }),
      asList,
    )

  /** Returns the name of the record with this id in the field `key`; `#` and the id if the name is unknown. */
  const numbered = (key: string, id: number): string => current.referred.get(`${key}/${id}`) ?? `#${id}`

  /** Returns the name of a member of the list `key`, or of an object in the field `key`; undefined: no name. */
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

  /** Returns the text of an added or removed member of a list: its name, and its price, if any. */
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

  /** Returns a refused or failed operation as a phrase: “ship order ‘2611’”. */
  const attemptOf = (operation: Operation, said: { what: string; verb: string; module: string }): string => {
    const { action } = operation
    const command = commandOf(operation)
    if (isKnown(attempt, command)) return t(`attempt.${command}`, said)
    return isKnown(attempt, action) ? t(`attempt.${action}`, said) : t('attempt.other', said)
  }

  /**
   * Returns an adjustment of stock as a sentence: “Shen adjusted the stock of ‘Tea’ by +50 (received)”; undefined for
   * another operation.
   */
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

  /** Returns an invalid field as text: “Name: This is required.” */
  const faultOf = (fault: NonNullable<Operation['invalid_params']>[number]): string => {
    const rule = faultText(fault, sizeOf(fault))
    const last = fault.name.split('.').findLast((part) => !/^\d+$/.test(part))
    if (last === undefined || last === '') return rule
    const field = settingLabel(fault.name) ?? labelOf(last)
    return t('ofItem', { item: field, field: rule })
  }

  return {
    actorOf,
    /** Returns an operation as a sentence: “Clerk One changed article ‘Trade news’”. */
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
    /**
     * Returns the reason of a failure: its invalid fields, or its problem; undefined: a success, or an unknown reason.
     */
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
