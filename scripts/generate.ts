// `npm run db:generate -- --name what_it_does`: writes migrations from the changed schema and from the changed functions
// and triggers of `db/functions`, one for each kind (docs/decisions/055). drizzle-kit gets the arguments and writes the
// changes of the schema. This script adds the functions and triggers, which drizzle-kit does not know, divides the
// statements by kind, and deletes the snapshots of the schema that drizzle-kit does not need: it compares with the newest.

import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { breakpoint, changedFunctions } from '@/db/testing/functions'
import { byKind } from '@/db/testing/kinds'
import { build } from '@/lib/kit/build'
import { command } from './command'

const folder = join('db', 'migrations')
const journal = join(folder, 'meta', '_journal.json')
const Journal = z.looseObject({
  entries: z.array(z.looseObject({ tag: z.string(), idx: z.number(), when: z.number() })),
})

const readJournal = () => Journal.parse(JSON.parse(readFileSync(journal, 'utf8')))
const tags = () => readJournal().entries.map(({ tag }) => tag)

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
  if (!generated && changed.length === 0) return ['Nothing has changed.', ...gone].join('\n')
  const tag = generated ?? drizzle('--custom')
  if (!tag) throw new Error('drizzle-kit has written no migration.')
  const tables = generated ? readFileSync(join(folder, `${tag}.sql`), 'utf8').split(breakpoint.trim()) : []
  const texts = [...before.map(({ text }) => text), ...tables, ...after.map(({ text }) => text)]
  const files = divide(tag, [...new Set(texts.map((text) => text.trim()))])
  return [`Written: ${[...files, ...changed].join(', ')}.`, ...gone].join('\n')
}

/** Replaces the migration `tag` by one for each kind of its statements. Returns their names. */
function divide(tag: string, statements: string[]): string[] {
  const { entries, ...rest } = readJournal()
  const entry = entries.pop()
  if (!entry || entry.tag !== tag) throw new Error(`${tag} is not the last migration.`)
  const [version = ''] = /^\d+\.\d+/.exec(build.version) ?? []
  const made = [...byKind(statements)].map(([kind, list], at) => {
    const idx = entry.idx + at
    const name = `${String(idx).padStart(4, '0')}_${version.replace('.', '_')}_${kind}_${tag.slice(5)}`
    writeFileSync(join(folder, `${name}.sql`), `${list.join(`\n${breakpoint}`)}\n`)
    return { ...entry, idx, when: entry.when + at, tag: name }
  })
  rmSync(join(folder, `${tag}.sql`))
  const number = (idx: number) => join(folder, 'meta', `${String(idx).padStart(4, '0')}_snapshot.json`)
  renameSync(number(entry.idx), number(entry.idx + made.length - 1))
  writeFileSync(journal, `${JSON.stringify({ ...rest, entries: [...entries, ...made] }, null, 2)}\n`)
  return made.map((one) => one.tag)
}

await command(generate)
