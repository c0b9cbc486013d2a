// `npm run flaky -- <files>`: runs browser tests ten times beside a busy core, and names the tests that failed. To be
// used for each new or moved test. Needs a build.

import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import { killAll, root, run } from './install.mjs'
import { browserReport, browserResults } from './steps.mjs'

const times = 10
const files = process.argv.slice(2)
if (files.length === 0) {
  console.error('Which files? npm run flaky -- e2e/login.spec.ts')
  process.exit(1)
}

/** Returns how often each test failed, by its title. */
function failures() {
  const counts = new Map()
  for (const { title, statuses } of browserResults()) {
    const count = statuses.filter((status) => status !== 'expected' && status !== 'skipped').length
    if (count > 0) counts.set(title, (counts.get(title) ?? 0) + count)
  }
  return counts
}

const busy = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' })
process.on('exit', () => busy.kill('SIGKILL'))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => killAll('SIGTERM'))
console.log(`${times} times beside a busy core, of ${availableParallelism()}`)
// Removes the report of an earlier run.
rmSync(resolve(root, browserReport), { force: true })
// One test at a time, because a test with a server of its own always uses the same port.
await run(
  `playwright test ${files.map((file) => `'${file}'`).join(' ')} --repeat-each ${times} --retries 0 --workers 1`,
).catch(() => undefined)
if (browserResults().length === 0) {
  console.error('No test has run.')
  process.exit(1)
}
const failed = failures()
for (const [title, count] of failed) console.log(`${count} of ${times} failed: ${title}`)
console.log(`\n${failed.size} flaky`)
process.exit(failed.size > 0 ? 1 : 0)
