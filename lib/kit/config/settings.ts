import { statement } from '@/db/connection/statement'
import { config } from '@/db/schema/config'
import { singleton } from '@/db/singleton'
import type { Database } from '@/lib/kit/database'
import { declaredSettings, type SettingKey, type Settings } from './registry'

const cacheMilliseconds = 5_000

interface Cache {
  settings: Settings | undefined
  /** From `performance.now()`, since the wall clock may be set back. */
  read_at: number
  /** By this process. A read during which this number changes is not cached. */
  changes: number
}

const cache = () => singleton<Cache>('settings', () => ({ settings: undefined, read_at: 0, changes: 0 }))

const readConfig = statement('read_config', (db) => db.select({ key: config.key, value: config.value }).from(config))

/** Cached for five seconds. Do not call inside a transaction. */
export function currentSettings(db: Database): Settings | Promise<Settings> {
  const cached = cache()
  return cached.settings && performance.now() - cached.read_at < cacheMilliseconds ? cached.settings : readSettings(db)
}

async function readSettings(db: Database): Promise<Settings> {
  const cached = cache()
  const { changes } = cached
  const read_at = performance.now()
  const settings = settingsFrom(await readConfig(db))
  // Values that were read while a change was committed may be outdated, so they are not cached.
  if (changes === cached.changes) Object.assign(cached, { settings, read_at })
  return settings
}

/** A change takes effect at once in this process, and within five seconds in others. */
export function forgetSettings(): void {
  const cached = cache()
  cached.settings = undefined
  cached.changes++
}

/** The default where the stored value is invalid. */
export function settingsFrom(rows: { key: string; value: unknown }[]): Settings {
  const stored = new Map(rows.map((row) => [row.key, row.value]))
  const value = <K extends SettingKey>(key: K) => {
    const { fallback } = declaredSettings[key]
    if (!stored.has(key)) return fallback
    const parsed = declaredSettings[key].schema.safeParse(stored.get(key))
    return parsed.success ? parsed.data : fallback
  }
  const settings = Object.fromEntries(
    Object.keys(declaredSettings).map((key) => [key, isSettingKey(key) ? value(key) : undefined]),
  )
  if (!isComplete(settings)) throw new Error('a setting has no value')
  return settings
}

const isSettingKey = (key: string): key is SettingKey => Object.hasOwn(declaredSettings, key)

const isComplete = (settings: Record<string, unknown>): settings is Settings =>
  Object.keys(declaredSettings).every((key) => settings[key] !== undefined)
