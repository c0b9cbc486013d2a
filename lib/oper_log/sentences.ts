import type { useTranslations } from 'next-intl'
import type { FaultCode } from '@/lib/kit/api/endpoint/fault'
import type { SizeKind } from '@/lib/kit/i18n/fault-text'
import { recordName } from '@/lib/kit/record-name'
import { adjustedIn, changesOf, type Fields } from './changes'
import { labelOf, moneyField, numbered, type Row, rowOf, settingLabel, shownValue, type Words, within } from './values'

/* Safe in the browser. */

export interface Operation {
  user: { id: number | null; username: string; nickname: string | null; is_key: boolean }
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
  /** Absent in the history of one record. */
  user_agent?: string
}

/** The start of the user agent of what an agent did. */
export const byMcp = 'MCP '

/** A missing session or permission. Other failures, such as an invalid file, are no denials. */
export const isDenial = (status: number) => status === 401 || status === 403

const isKnown = <K extends string>(all: Record<K, unknown>, key: string): key is K => Object.hasOwn(all, key)

/** Such as `approve`. Several commands may share one permission. */
const commandOf = ({ path }: Operation): string => path?.split('/').at(-1) ?? ''

/** Texts and lists by the sentence `reason`, money by the name of the field. */
function sizeOf({ name, reason }: { name: string; reason: string }): SizeKind {
  if (reason.endsWith(' characters.')) return 'text'
  if (reason.endsWith(' items.')) return 'list'
  return moneyField.test(name) ? 'money' : 'number'
}

type Actor = Pick<Operation, 'user' | 'user_agent'>

const actorOf = (t: ReturnType<typeof useTranslations<'history'>>, { user, user_agent }: Actor): string =>
  user.id === null
    ? t('system')
    : user.is_key
      ? t(user_agent?.startsWith(byMcp) ? 'keyByMcp' : 'key', { name: user.nickname ?? user.username })
      : (user.nickname ?? user.username)

type Target = Omit<Operation, 'user' | 'success' | 'status'>
function whatOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  { module, action, target_type, target_id, target_name, params }: Target,
): string {
  const { names, locale } = row
  const { records } = row.messages.history
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
function attemptOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  { messages }: Row,
  operation: Operation,
  said: { what: string; verb: string; module: string },
) {
  const { attempt } = messages.history
  const { action } = operation
  const command = commandOf(operation)
  if (isKnown(attempt, command)) return t(`attempt.${command}`, said)
  return isKnown(attempt, action) ? t(`attempt.${action}`, said) : t('attempt.other', said)
}

/** “Shen adjusted the stock of ‘Tea’ by +50 (received)”; undefined for another operation. */
function stockSentenceOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  operation: Operation,
): string | undefined {
  const { format } = row
  const adjusted = adjustedIn(operation)
  const [one, ...others] = adjusted
  if (!one) return undefined
  const actor = actorOf(t, operation)
  const reason = within(shownValue(t, row, 'reason', operation.after?.reason), row.locale)
  if (others.length > 0) return t('stock.several', { actor, count: adjusted.length, reason })
  const delta = format.number(one.delta, { signDisplay: 'exceptZero' })
  return t('stock.one', { actor, sku: numbered(row, 'sku_id', one.sku_id), delta, reason })
}

/** “Name: This is required.” */
function faultOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  fault: NonNullable<Operation['invalid_params']>[number],
): string {
  const rule = row.faultText(fault, sizeOf(fault))
  const last = fault.name.split('.').findLast((part) => !/^\d+$/.test(part))
  if (last === undefined || last === '') return rule
  const field = settingLabel(row, fault.name) ?? labelOf(row, last)
  return t('ofItem', { item: field, field: rule })
}

function sentenceOf(t: ReturnType<typeof useTranslations<'history'>>, row: Row, operation: Operation): string {
  const { names } = row
  const { did } = row.messages.history
  const { module, action, success = true, status = 0 } = operation
  const what = whatOf(t, row, operation)
  const verb = within(names.verb(action, module), row.locale)
  const ended = Number(operation.after?.ended ?? 2)
  const said = { actor: actorOf(t, operation), what, action, verb, module, ended }
  if (!success) {
    const refused = { ...said, attempt: attemptOf(t, row, operation, said) }
    if (isDenial(status)) return t('tried', refused)
    return t(status < 500 ? 'refused' : 'failed', refused)
  }
  const ofStock = stockSentenceOf(t, row, operation)
  if (ofStock !== undefined) return ofStock
  if (action === 'import' && operation.target_type !== 'import') return t('did.importRecord', said)
  const command = action === 'decide' || action === 'receive' ? commandOf(operation) : ''
  if (isKnown(did, command)) return t(`did.${command}`, said)
  return isKnown(did, action) ? t(`did.${action}`, said) : t('did.other', said)
}

type ChangedOperation = Pick<Operation, 'before' | 'after' | 'referred' | 'target_type'> & { module?: string }

/** undefined: a success, or an unknown reason. */
function reasonOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  { success = true, action, code, invalid_params = [] }: Operation,
): string | undefined {
  if (success || !code) return undefined
  if (invalid_params.length === 0) return row.problemText(code)
  const isOfSpreadsheet = ({ name }: { name: string }) => action === 'upload' && name === 'file'
  return invalid_params
    .map((fault) => (isOfSpreadsheet(fault) ? row.spreadsheetFaultText(fault) : faultOf(t, row, fault)))
    .join(' ')
}

export const sentencesIn = (t: ReturnType<typeof useTranslations<'history'>>, words: Words) => ({
  actorOf: (operation: Actor) => actorOf(t, operation),
  /** “Clerk One changed article ‘Trade news’”. */
  sentenceOf: (operation: Operation) => sentenceOf(t, rowOf(words, operation), operation),
  changesOf: (operation: ChangedOperation) => changesOf(t, rowOf(words, operation), operation),
  reasonOf: (operation: Operation) => reasonOf(t, rowOf(words, operation), operation),
})
