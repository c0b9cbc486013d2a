import { eq, inArray, sql } from 'drizzle-orm'
import { z } from 'zod'
import { config } from '@/db/schema/config'
import { identity } from '@/db/schema/user'
import { endpoint, permission } from '@/lib/api/endpoint'
import type { Database } from '@/lib/database'
import * as example from './example'
import { parameters } from './registry'
import { domainOf, Parameter, ParameterChanges, ParameterValues } from './schema'
import { forgetSettings, settingsFrom } from './settings'

export const listConfig = endpoint({
  method: 'GET',
  path: '/cms/config',
  summary: 'Parameters',
  description: 'Every parameter that can be changed while the shop runs, with its bounds and its default.',
  access: permission('cms.config.list'),
  output: z.array(Parameter),
  example: { output: [example.parameter] },
  handle: ({ db }) => readParameters(db),
})

export const updateConfig = endpoint({
  method: 'PUT',
  path: '/cms/config',
  summary: 'Change parameters',
  description:
    'All of them or none. null takes a parameter back to its default. Acts within five seconds on every instance. Answers all parameters.',
  access: permission('cms.config.update'),
  body: ParameterChanges,
  output: z.array(Parameter),
  example: { body: { 'order.unpaid_minutes': 45, 'address.max': null }, output: [example.parameter] },
  async handle({ db, body, caller, record }) {
    // One writer at a time, so that each sees in full what it changes: a parameter at its default has no row to lock.
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
    // Told as what held and what holds now: of a default, too, the log says what it was at that time.
    const after = await readStored(db)
    record.audit({
      target: ['config', null],
      as: ParameterValues,
      before: settingsFrom(before),
      after: settingsFrom(after),
    })
    record.after(async () => forgetSettings())
    return readParameters(db)
  },
})

const readStored = (db: Database) => db.select({ key: config.key, value: config.value }).from(config)

/** All parameters in the order of their declaration, with what is stored of them. */
async function readParameters(db: Database): Promise<z.input<typeof Parameter>[]> {
  const rows = await db
    .select({
      key: config.key,
      value: config.value,
      updated_by: config.updated_by,
      username: identity.identifier,
      updated_at: config.updated_at,
    })
    .from(config)
    .leftJoin(identity, sql`${eq(identity.user_id, config.updated_by)} and ${identity.type} = 100`)
  const stored = new Map(rows.map((row) => [row.key, row]))
  const settings = new Map(Object.entries(settingsFrom(rows)))
  return Object.entries(parameters).map(([key, parameter]) => {
    const { updated_by = null, username = null, updated_at = null } = stored.get(key) ?? {}
    return {
      key,
      group: parameter.group,
      ...domainOf(parameter.schema),
      value: settings.get(key) ?? parameter.default,
      default: parameter.default,
      updated_by: updated_by === null ? null : { id: updated_by, username },
      updated_at,
    }
  })
}
