// `npm run first-hour`: carries out the commands of the first hour in CONTRIBUTING.md in a clone that has only the
// packages of the demonstration, without the build and the browser tests, and generates a migration.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read, root } from './install.mjs'

const section =
  read('CONTRIBUTING.md')
    .split('\n## ')
    .find((part) => part.startsWith('The first hour')) ?? ''
const [demonstration = '', tests = ''] = Array.from(section.matchAll(/```sh\n([^`]*)```/g), ([, text]) => text)
if (!demonstration.includes('npm run demo') || !tests) throw new Error('CONTRIBUTING.md has no first hour.')

const folder = mkdtempSync(join(tmpdir(), 'first-hour-'))

function run(command, cwd = folder) {
  console.log(`  $ ${command}`)
  const { status } = spawnSync(command, { cwd, shell: true, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status === 0) return
  rmSync(folder, { recursive: true, force: true })
  console.error(`\`${command}\` failed (${status}).`)
  process.exit(1)
}

run(`git clone --quiet . ${folder}`, root)
// What `npm run demo` installs.
run('npm ci --omit=dev --no-audit --no-fund')
const commands = tests.split('\n').filter((line) => line && !line.includes('npm run build'))
for (const command of [...commands, 'npm run db:generate -- --name first_hour']) run(command)
rmSync(folder, { recursive: true, force: true })
console.log('The first hour works.')
