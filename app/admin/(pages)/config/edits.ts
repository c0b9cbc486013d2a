import type { RowOf } from '@/components/admin/resource-table/declaration'
import type { InvalidParam } from '@/lib/kit/api/endpoint/problem'
import type { SettingKey, Settings } from '@/lib/kit/config/registry'

export type StoredSetting = RowOf<'GET /cms/config'>
export type Value = Settings[SettingKey]
/** With texts in the message files. */
export type Setting = StoredSetting & { key: SettingKey; value: Value; default: Value }
/** New values by key. */
export type Edits = Readonly<Record<string, Value>>

export interface Edit {
  setting: Setting
  value: Value
}

const closingEnds = ['from', 'until'] as const

/** By content: some values are objects. */
const isSame = (a: Value, b: Value) => JSON.stringify(a) === JSON.stringify(b)

/** By default the stored value. An entry null is a value, not a missing entry. */
export function valueIn(edits: Edits, { key, value }: Setting): Value {
  const edited = edits[key]
  return edited === undefined ? value : edited
}

/** Edits with another value than the stored one. */
export const changedIn = (settings: readonly Setting[], edits: Edits): Edit[] =>
  settings.flatMap((setting) => {
    const value = valueIn(edits, setting)
    return isSame(value, setting.value) ? [] : [{ setting, value }]
  })

/** Null for the default: the setting then follows a later change of the default. */
export const bodyOf = (changed: readonly Edit[]) =>
  Object.fromEntries(changed.map(({ setting, value }) => [setting.key, value === setting.default ? null : value]))

/** Incomplete, not a number, or out of bounds. Not by the schemas: they are large, and stay on the server. */
export function faultsIn({ setting, value }: Edit): Pick<InvalidParam, 'name' | 'code' | 'params'>[] {
  const { key, type, minimum, maximum } = setting
  if (value !== null && typeof value === 'object')
    return closingEnds.flatMap((end) =>
      value[end] === '' ? [{ name: `${key}.${end}`, code: 'required' as const }] : [],
    )
  if (type === 'integer' && typeof value === 'string') return [{ name: key, code: 'invalid_type' }]
  if (typeof value !== 'number') return []
  if (minimum !== undefined && value < minimum) return [{ name: key, code: 'too_small', params: { minimum } }]
  return maximum !== undefined && value > maximum ? [{ name: key, code: 'too_big', params: { maximum } }] : []
}
