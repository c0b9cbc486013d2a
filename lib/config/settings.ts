import { once } from '@/db/once'
import { config } from '@/db/schema/config'
import { statement } from '@/db/statement'
import type { Database } from '@/lib/database'
import { type ParameterKey, parameters, type Settings } from './registry'

const cacheMilliseconds = 5_000

interface Cache {
  settings: Settings | undefined
  read_at: number
  /** How often they were changed here. */
  changes: number
}

const cache = () => once<Cache>('settings', () => ({ settings: undefined, read_at: 0, changes: 0 }))

const readConfig = statement('read_config', (db) => db.select({ key: config.key, value: config.value }).from(config))

/** The parameters as they are now, at most five seconds old. Must be asked outside a transaction. */
export function currentSettings(db: Database): Settings | Promise<Settings> {
  const held = cache()
  return held.settings && Date.now() - held.read_at < cacheMilliseconds ? held.settings : readSettings(db)
}

async function readSettings(db: Database): Promise<Settings> {
  const held = cache()
  const { changes } = held
  const read_at = Date.now()
  const settings = settingsFrom(await readConfig(db))
  // What was read while a change was made may be what held before it.
  if (changes === held.changes) Object.assign(held, { settings, read_at })
  return settings
}

/** What was changed acts at once in this process, and within five seconds in the others. */
export function forgetSettings(): void {
  const held = cache()
  held.settings = undefined
  held.changes++
}

/** Defaults, overruled by stored values that still fit their declaration. */
export function settingsFrom(rows: { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const value = <K extends ParameterKey>(key: K) => {
    const parsed = parameters[key].schema.safeParse(stored.get(key))
    return parsed.success ? parsed.data : parameters[key].default
  }
  const settings = Object.fromEntries(
    Object.keys(parameters).map((key) => [key, isParameter(key) ? value(key) : undefined]),
  )
  if (!isComplete(settings)) throw new Error('a declared parameter has no value')
  return settings
}

const isParameter = (key: string): key is ParameterKey => Object.hasOwn(parameters, key)

const isComplete = (settings: Record<string, unknown>): settings is Settings =>
  Object.keys(parameters).every((key) => settings[key] !== undefined)
