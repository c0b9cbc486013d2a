import type { useTranslations } from 'next-intl'
import { changedFields } from './changed-fields'
import { changedMembers, isRecord } from './changed-members'
import { impliedFields } from './implied'
import { labelOf, nameOf, numbered, type Row, shownList, shownValue, within } from './values'

/* Safe in the browser. */

export type Fields = Record<string, unknown> | null

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

const longest = 60

interface Logged {
  target_type?: string | null
  after: Fields
}

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

export function adjustedIn({ target_type, after }: Logged): Adjusted[] {
  const items = target_type === 'stock' ? after?.items : undefined
  return Array.isArray(items) ? items.filter(isAdjusted) : []
}

const changesIn = (
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  before: Fields,
  after: Fields,
  place: Place,
): Change[] =>
  plainFirst(changedFields(before, after))
    .filter(({ key }) => place.item === undefined || !impliedFields.has(key))
    .flatMap((field) => changesOfField(t, row, field, place))

function changesOfField(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  { key, before, after }: ChangedFields[number],
  { path, item }: Place,
): Change[] {
  const { locale } = row
  const field = item === undefined ? labelOf(row, key) : within(labelOf(row, key), locale)
  const label = item === undefined ? field : t('ofItem', { item, field })
  const own = { key: [...path, key].join('.'), label }
  const below = (name: string, ...at: string[]): Place => ({
    path: [...path, key, ...at],
    item: item === undefined ? name : t('ofItem', { item, field: name }),
  })
  if (Array.isArray(before) && Array.isArray(after)) {
    const { added, removed, changed } = changedMembers(before, after)
    const changes = changed.flatMap((one) =>
      changesIn(
        t,
        row,
        one.before,
        one.after,
        below(nameOf(row, key, one.after) ?? `${field} ${one.place}`, String(one.place)),
      ),
    )
    if (added.length > 0 || removed.length > 0)
      return [{ ...own, ...cameAndWent(t, row, label, key, { added, removed }) }, ...changes]
    if (changed.length > 0) return changes
  }
  if (isRecord(before) && isRecord(after) && before.id === after.id) {
    const changes = changesIn(t, row, before, after, below(field))
    if (changes.length > 0) return changes
  }
  const owner = path.findLast((name) => !/^\d+$/.test(name)) ?? row.module
  const [had, has] = [shownValue(t, row, key, before, owner), shownValue(t, row, key, after, owner)]
  if (key === 'locked_until' && had && !has)
    return [{ ...own, before: had, after: has, text: t('unlocked'), whole: t('unlocked') }]
  const isLong = had === has || had.length + has.length > longest || had.includes('<') || has.includes('<')
  const values = { before: had || t('empty'), after: has || t('empty') }
  const whole = item === undefined ? t('change', { label, ...values }) : t('changeOf', { item, field, ...values })
  return [{ ...own, before: had, after: has, text: isLong ? t('changedText', { label }) : whole, whole }]
}

function cameAndWent(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  label: string,
  key: string,
  { added, removed }: Record<'added' | 'removed', unknown[]>,
) {
  const inFull = (members: unknown[]) => shownList(t, row, key, members)
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

export function changesOf(
  t: ReturnType<typeof useTranslations<'history'>>,
  row: Row,
  operation: Logged & { before: Fields },
): Change[] {
  const { before, after } = operation
  const adjusted = adjustedIn(operation)
  if (adjusted.length === 0) return changesIn(t, row, before, after, { path: [] })
  // The log has the difference and the result; people read the stock before and after.
  const { items, ...others } = after ?? {}
  const stocks = (stockOf: (one: Adjusted) => number) =>
    adjusted.map((one) => ({ id: one.sku_id, name: numbered(row, 'sku_id', one.sku_id), stock: stockOf(one) }))
  const was = { ...before, skus: stocks(({ balance, delta }) => balance - delta) }
  return changesIn(t, row, was, { ...others, skus: stocks(({ balance }) => balance) }, { path: [] })
}
