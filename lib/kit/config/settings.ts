import { statement } from '@/db/connection/statement'
import { config } from '@/db/schema/config'
import { singleton } from '@/db/singleton'
import type { Database } from '@/lib/kit/database'
import { type ParameterKey, parameters, type Settings } from './registry'

const cacheMilliseconds = 5_000

interface Cache {
  settings: Settings | undefined
  read_at: number
  /** Counts the changes by this process. */
  changes: number
}

const cache = () => singleton<Cache>('settings', () => ({ settings: undefined, read_at: 0, changes: 0 }))

const readConfig = statement('read_config', (db) => db.select({ key: config.key, value: config.value }).from(config))

/** The values of all parameters, cached for five seconds. Not to be called inside a transaction. */
export function currentSettings(db: Database): Settings | Promise<Settings> {
  const cached = cache()
  return cached.settings && Date.now() - cached.read_at < cacheMilliseconds ? cached.settings : readSettings(db)
}

async function readSettings(db: Database): Promise<Settings> {
  const cached = cache()
  const { changes } = cached
  const read_at = Date.now()
  const settings = settingsFrom(await readConfig(db))
  // Values read while a change was committed may be the old ones, so they are not cached.
  if (changes === cached.changes) Object.assign(cached, { settings, read_at })
  return settings
}

/** Clears the cache after a change: it takes effect immediately in this process, within five seconds in others. */
export function forgetSettings(): void {
  const cached = cache()
  cached.settings = undefined
  cached.changes++
}

/** The stored values that are valid, and defaults for the rest. */
export function settingsFrom(rows: { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const value = <K extends ParameterKey>(key: K) => {
    const { fallback } = parameters[key]
    if (!stored.has(key)) return fallback
    const parsed = parameters[key].schema.safeParse(stored.get(key))
    return parsed.success ? parsed.data : fallback
  }
  const settings = Object.fromEntries(
    Object.keys(parameters).map((key) => [key, isParameter(key) ? value(key) : undefined]),
  )
  if (!isComplete(settings)) throw new Error('a parameter has no value')
  return settings
}

const isParameter = (key: string): key is ParameterKey => Object.hasOwn(parameters, key)

const isComplete = (settings: Record<string, unknown>): settings is Settings =>
  Object.keys(parameters).every((key) => settings[key] !== undefined)
