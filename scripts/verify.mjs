// `npm run verify`: everything that continuous integration runs, one step after the other, ending at the first failure.
// `npm run check` is the quick part of it. Works right after `git clone`.

import { checkNode, install, killAll, read, run, seconds } from './install.mjs'

const quick = process.argv[2] === 'check'
const { scripts } = JSON.parse(read('package.json'))

/** Name, command line, and what differs from the usual. Output that is only of interest on failure is `quiet`. */
const steps = [
  ['types', 'next typegen && tsc --noEmit --incremental false', { quick: true }],
  ['lint', 'npm run --silent lint', { quick: true }],
  ['dead code', 'knip'],
  scripts['check:i18n'] && ['translations', 'npm run --silent check:i18n', { quick: true }],
  [
    'lock file',
    'npm ci --dry-run --no-audit --no-fund',
    { quiet: true, hint: 'Try `node scripts/complete-lock.mjs`.' },
  ],
  ['unit', 'vitest run --project unit', { quick: true }],
  ['integration on PGlite', 'vitest run --project integration'],
  [
    'integration on PostgreSQL, mounted natively',
    'vitest run --project integration',
    { env: { TEST_DRIVER: 'pg', TEST_MOUNT: 'native' } },
  ],
  ["integration through Neon's driver", 'vitest run --project integration', { env: { TEST_DRIVER: 'neon' } }],
  ['races', 'vitest run --project race'],
  ['build', 'npm run build'],
  ['crash tests', 'vitest run --project crash'],
  ['browser', 'playwright test'],
].filter((step) => step && (!quick || step[2]?.quick))

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

const results = []

function summary() {
  const failed = results.filter(([, , ok]) => !ok).length
  const width = Math.max(...results.map(([name]) => name.length))
  console.log()
  for (const [name, time, ok] of results) console.log(`${ok ? '✓' : '✗'} ${name.padEnd(width)} ${time.padStart(9)}`)
  console.log(`\n${results.length - failed} passed, ${failed} failed`)
}

try {
  checkNode()
  const begin = performance.now()
  if (await install()) console.log(`Packages installed in ${seconds(begin)}`)
  if (!quick) await checkMachine()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}

for (const [name, command, { env, quiet, hint = '' } = {}] of steps) {
  console.log(`\n── ${name} ${'─'.repeat(Math.max(0, 72 - name.length))}`)
  const begin = performance.now()
  let ok = true
  try {
    await run(command, { env: { ...process.env, ...env }, quiet })
  } catch (error) {
    ok = false
    console.error(`\n${name}: ${error.message} ${hint}`)
  }
  results.push([name, seconds(begin), ok])
  console.log(`${ok ? '✓' : '✗'} ${name}, ${seconds(begin)}`)
  if (!ok) break
}

summary()
process.exit(results.every(([, , ok]) => ok) ? 0 : 1)
