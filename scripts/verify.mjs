// `npm run verify`: everything that continuous integration runs, ending at the first failure.
// `npm run check` is the quick part of it. Works right after `git clone`.

import { availableParallelism } from 'node:os'
import { checkNode, install, killAll, read, seconds, start } from './install.mjs'

const quick = process.argv[2] === 'check'
const { scripts } = JSON.parse(read('package.json'))
const cores = availableParallelism()
const driverTests = 'vitest run --project integration .driver.test.ts'
/** A PgBouncer of 1.21 or later. Distributions of today have older ones, so it is not asked of everybody. */
const pgbouncer = process.env.PGBOUNCER
const pooled = { env: { TEST_PGBOUNCER: pgbouncer } }

/** While somebody works, only what depends on a change is judged again. */
const remembered = quick ? '--incremental --tsBuildInfoFile .data/check.tsbuildinfo' : '--incremental false'

/**
 * Name, command line, and what differs from the usual. Steps start in this order, side by side where the cores allow:
 * one takes all of them unless it says `cores`, so that nothing runs beside it. Output that is only of interest on
 * failure is `quiet`. `quick`: part of `npm run check`.
 */
const steps = [
  ['types', `next typegen && tsc --noEmit ${remembered}`, { quick: true, cores: 1 }],
  // One worker, which reads each module once, beside the steps that need one core.
  ['unit', 'vitest run --project unit --maxWorkers 1', { quick: true, cores: 1 }],
  // Begins with a database, every module and the demonstration shop: what breaks in one of them, breaks here.
  quick && [
    'every read',
    'vitest run --project integration lib/demonstration/demonstration',
    { quick: true, cores: 1 },
  ],
  ['lint', 'npm run --silent lint', { quick: true, cores: 1 }],
  ['API document', 'npm run --silent lint:document', { quick: true, cores: 1 }],
  ['dead code', 'knip', { quick: true, cores: 1 }],
  scripts['check:i18n'] && ['translations', 'npm run --silent check:i18n', { quick: true, cores: 1 }],
  [
    'lock file',
    'npm ci --dry-run --no-audit --no-fund',
    { quick: true, cores: 1, quiet: true, hint: 'Try `node scripts/complete-lock.mjs`.' },
  ],
  ['integration on PostgreSQL, mounted natively', 'vitest run --project integration'],
  ['integration on PGlite', driverTests, { env: { TEST_DRIVER: 'pglite' } }],
  ["integration through Neon's driver", driverTests, { env: { TEST_DRIVER: 'neon' } }],
  ['races', 'vitest run --project race', { cores: 1 }],
  pgbouncer && ['integration through PgBouncer', 'vitest run --project integration', pooled],
  pgbouncer && ['races through PgBouncer', 'vitest run --project race', { cores: 1, ...pooled }],
  ['build', 'npm run build', { cores: 1 }],
  ['fuzz', 'npm run --silent fuzz -- --seed 1 --seconds 20'],
  ['crash tests', 'vitest run --project crash'],
  ['browser', 'playwright test'],
]
  .filter((step) => step && (!quick || step[2]?.quick))
  .map(([name, command, options]) => ({ name, command, cores, ...options }))

for (const [signal, code] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 })) {
  process.on(signal, () => {
    killAll('SIGTERM')
    process.exit(code)
  })
}

/** Better one sentence now than a failure in twenty minutes. */
async function checkMachine() {
  const { register } = await import('tsx/esm/api')
  register()
  const { requireChromium } = await import('../e2e/support/chromium.ts')
  requireChromium()
  const { findPostgres } = await import('../db/testing/postgres.ts')
  if (!findPostgres()) {
    throw new Error(
      'No PostgreSQL found: install the server (Debian: `apt-get install postgresql`), or set TEST_DATABASE_URL to one.',
    )
  }
}

/** What has been started, in this order. The output of one is shown as it comes, that of the others when it is their turn. */
const started = []
let foreground

function begin(step) {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const begun = performance.now()
  const child = start(step.command, { env: { ...process.env, ...color, ...step.env }, stdio: 'pipe' })
  const one = { step, ok: undefined, seen: false, time: '', fault: '', output: [] }
  const closed = [child.stdout, child.stderr].map((stream) => {
    stream.on('data', (data) =>
      foreground === one && !step.quiet ? process.stdout.write(data) : one.output.push(data),
    )
    return new Promise((done) => stream.once('close', done))
  })
  one.ended = child.ended.then(async (code) => {
    await Promise.all(closed)
    one.ok = code === 0
    one.time = seconds(begun)
    one.fault = `\`${step.command}\` failed (${code}). ${step.hint ?? ''}`
    return one
  })
  started.push(one)
}

/** Puts a step before the reader: its name, and what it has said so far. */
function show(one) {
  foreground = one
  console.log(`\n── ${one.step.name} ${'─'.repeat(Math.max(0, 72 - one.step.name.length))}`)
  if (!one.step.quiet || one.ok === false) for (const data of one.output) process.stdout.write(data)
}

const running = () => started.filter(({ ok }) => ok === undefined)

/** Runs the steps until they are done or one has failed; answers that one. */
async function runAll() {
  const waiting = [...steps]
  const unseen = () => started.filter(({ seen }) => !seen)
  for (;;) {
    while (waiting[0] && running().reduce((sum, { step }) => sum + step.cores, waiting[0].cores) <= cores)
      begin(waiting.shift())
    if (running().length === 0) return undefined
    if (!foreground || foreground.seen) show(unseen()[0])
    await Promise.race(running().map(({ ended }) => ended))
    const failed = started.find(({ ok }) => ok === false)
    if (failed) return failed
    // In the order of their start: whoever ended early waits for those before it.
    for (const one of unseen()) {
      if (one !== foreground) show(one)
      if (one.ok === undefined) break
      one.seen = true
      console.log(`✓ ${one.step.name}, ${one.time}`)
    }
  }
}

function summary(total) {
  const names = started.map(({ step }) => step.name)
  const width = Math.max(...names.map((name) => name.length), 'in all'.length)
  const line = (sign, name, time) => console.log(`${sign} ${name.padEnd(width)} ${time.padStart(9)}`)
  const signs = new Map([
    [true, '✓'],
    [false, '✗'],
    [undefined, '–'],
  ])
  console.log()
  for (const { step, ok, time } of started) line(signs.get(ok), step.name, time || 'stopped')
  line(' ', 'in all', total)
  if (!quick && !pgbouncer)
    console.log('\nSkipped: the same through PgBouncer. Set PGBOUNCER to the path of one of 1.21 or later.')
  const count = (wanted) => started.filter(({ ok }) => ok === wanted).length
  console.log(`\n${count(true)} passed, ${count(false)} failed`)
}

const begun = performance.now()
try {
  checkNode()
  if (await install({ development: true })) console.log(`Packages installed in ${seconds(begun)}`)
  if (!quick) await checkMachine()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

const failed = await runAll()
if (failed) {
  const shown = failed === foreground && !failed.step.quiet
  killAll('SIGTERM')
  if (!shown) show(failed)
  console.log(`\n✗ ${failed.step.name}, ${failed.time}: ${failed.fault}`)
}
summary(seconds(begun))
process.exit(failed ? 1 : 0)
