// `npm run db:generate -- --name what_it_does`: writes a migration from the changed schema and from the changed
// functions and triggers of `db/functions`. drizzle-kit gets the arguments and writes the changes of the schema. This
// script adds the functions and triggers, which drizzle-kit does not know, and deletes the snapshots of the schema that
// drizzle-kit does not need: it compares with the newest one.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { breakpoint, changedFunctions } from '@/db/testing/functions'
import { command } from './command'

const folder = join('db', 'migrations')
const Journal = z.object({ entries: z.array(z.object({ tag: z.string() })) })

const tags = () =>
  Journal.parse(JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8'))).entries.map(({ tag }) => tag)

/**
 * Runs drizzle-kit. Returns the name of the migration that drizzle-kit has written; undefined if there were no changes.
 */
function drizzle(...more: string[]): string | undefined {
  const known = new Set(tags())
  const bin = join('node_modules', 'drizzle-kit', 'bin.cjs')
  const { status } = spawnSync(process.execPath, [bin, 'generate', ...process.argv.slice(2), ...more], {
    stdio: 'inherit',
  })
  if (status !== 0) throw new Error('drizzle-kit has failed.')
  deleteSnapshots()
  return tags().find((tag) => !known.has(tag))
}

/** Deletes the snapshots of the schema except the newest one. */
function deleteSnapshots(): void {
  const meta = join(folder, 'meta')
  const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
  for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
}

async function generate(): Promise<string> {
  const known = tags().length
  const generated = drizzle()
  const { before, after, others } = await changedFunctions(folder, known)
  const changed = [...before, ...after].map(({ name }) => name)
  const gone = others.map(
    (name) => `${name} is not in db/functions any more: drop it in a migration when no code that still runs needs it.`,
  )
  if (changed.length === 0) return ['Functions and triggers are as in the migrations.', ...gone].join('\n')
  const tag = generated ?? drizzle('--custom')
  if (!tag) throw new Error('drizzle-kit has written no migration.')
  const file = join(folder, `${tag}.sql`)
  const tables = generated ? [`${readFileSync(file, 'utf8').trimEnd()}\n`] : []
  const parts = new Set([...before.map(({ text }) => text), ...tables, ...after.map(({ text }) => text)])
  writeFileSync(file, [...parts].join(breakpoint))
  return [`${file} has the new text of ${changed.join(', ')}.`, ...gone].join('\n')
}

await command(generate)
