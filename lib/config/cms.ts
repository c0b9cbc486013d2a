import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { config } from '@/db/schema/config'
import { identity, user } from '@/db/schema/user'
import { moveDeadlines } from '@/lib/after_sale/decide-by'
import { endpoint, permission } from '@/lib/kit/api/endpoint/endpoint'
import { declaredSettings } from '@/lib/kit/config/registry'
import { forgetSettings, settingsFrom } from '@/lib/kit/config/settings'
import type { Database } from '@/lib/kit/database'
import * as example from './example'
import { domainOf, Setting, SettingChanges, SettingValues } from './schema'

export const listConfig = endpoint({
  method: 'GET',
  path: '/cms/config',
  summary: 'List settings',
  description: 'Every setting that can be changed while the shop runs, with its value, bounds and default.',
  access: permission('cms.config.list'),
  output: z.array(Setting),
  example: { output: [example.setting] },
  handle: ({ db }) => readSettings(db),
})

export const updateConfig = endpoint({
  method: 'PUT',
  path: '/cms/config',
  summary: 'Change settings',
  description:
    'Applies all changes or none. null resets a setting to its default. Takes effect on every instance within five seconds. Returns all settings.',
  access: permission('cms.config.update'),
  body: SettingChanges,
  output: z.array(Setting),
  example: { body: { 'order.unpaid_minutes': 45, 'address.max': null }, output: [example.setting] },
  async handle({ db, body, caller, recorder }) {
    // One writer at a time, so that the audit log is exact. The table is locked, because a default has no row to lock.
    await db.execute(sql`lock table ${config} in share row exclusive mode`)
    const before = await readStored(db)
    const given = Object.entries(body)
    const values = given.flatMap(([key, value]) =>
      value === null || value === undefined ? [] : [{ key, value, updated_by: caller.user_id }],
    )
    const dropped = given.flatMap(([key, value]) => (value === null ? [key] : []))
    if (dropped.length > 0) await db.delete(config).where(inArray(config.key, dropped))
    if (values.length > 0) {
      const set = { value: sql`excluded.value`, updated_by: sql`excluded.updated_by` }
      await db.insert(config).values(values).onConflictDoUpdate({ target: config.key, set })
    }
    // The values in effect, so that the log also has the default of that time.
    const after = await readStored(db)
    const [former, settings] = [settingsFrom(before), settingsFrom(after)]
    recorder.audit({ target: ['config', null], as: SettingValues, before: former, after: settings })
    await moveDeadlines(db, former, settings)
    recorder.afterCommit(async () => forgetSettings())
    return readSettings(db)
  },
})

const readStored = (db: Database) => db.select({ key: config.key, value: config.value }).from(config)

/** Returns all settings in the order of their declaration, with their stored values. */
async function readSettings(db: Database): Promise<z.input<typeof Setting>[]> {
  const rows = await db
    .select({
      key: config.key,
      value: config.value,
      updated_by: config.updated_by,
      nickname: user.nickname,
      username: identity.identifier,
      updated_at: config.updated_at,
    })
    .from(config)
    .leftJoin(user, eq(user.id, config.updated_by))
    .leftJoin(identity, sql`${eq(identity.user_id, config.updated_by)} and ${identity.type} = 100`)
  const stored = new Map(rows.map((row) => [row.key, row]))
  const settings = new Map(Object.entries(settingsFrom(rows)))
  return Object.entries(declaredSettings).map(([key, setting]) => {
    const { updated_by = null, nickname = null, username = null, updated_at = null } = stored.get(key) ?? {}
    return {
      key,
      group: setting.group,
      ...domainOf(setting.schema),
      value: settings.get(key) ?? setting.fallback,
      default: setting.fallback,
      updated_by:
        updated_by === null ? null : { id: updated_by, name: nickname || username || `#${updated_by}`, username },
      updated_at,
    }
  })
}
