// All steps of the checks, each with its first ring: `npm run check` while working, `npm test` before a push, `npm run
// verify` before a change lands. Each ring includes the steps of the previous ones.

import { read } from './install.mjs'

export const rings = ['check', 'test', 'verify']

/** The path of PgBouncer 1.21 or later. Optional, because current distributions have older versions. */
const pgbouncer = process.env.PGBOUNCER
const pooled = { TEST_PGBOUNCER: pgbouncer }

/** The results of the browser tests, written by Playwright (playwright.config.ts). */
export const browserReport = '.data/browser.json'

/** Returns the results of the browser tests: the title of each test with its file, and a status for each run. */
export function browserResults() {
  const results = []
  const add = ({ specs = [], suites = [], file = '' }) => {
    for (const { title, tests } of specs)
      results.push({ title: `${file}: ${title}`, statuses: tests.map(({ status }) => status) })
    for (const suite of suites) add({ file, ...suite })
  }
  add(JSON.parse(read(browserReport) || '{}'))
  return results
}

/**
 * Steps start in this order, in parallel if enough cores are free. A step without `cores` takes all cores, so that no
 * other step runs beside it.
 *
 * - `ring`: the first ring (docs/testing.md) that has the step. `until`: the last ring, if later rings have a larger
 *   step instead.
 * - `needs`: steps that must have passed before. If a step is chosen by its name, the steps it needs run, too.
 * - `browser`: the step needs Chromium. It is left out where Chromium cannot be installed.
 * - `quiet`: the output is shown only after a failure. `hint`: a remedy, shown after a failure.
 * - `mayMiss`: the step exits with 69 if its requirements are not available here; it then counts as skipped.
 */
export const stepsOf = (ring) =>
  [
    {
      name: 'types',
      ring: 'check',
      cores: 1,
      // One checker, which derives each type once, beside the step on another core. In the ring `check`, only code that
      // depends on a change is checked again.
      command: `next typegen && tsc --noEmit --checkers 1 ${ring === 'check' ? '--incremental --tsBuildInfoFile .data/check.tsbuildinfo' : '--incremental false'}`,
    },
    // One worker, which loads each module once, beside the steps that need one core.
    { name: 'unit', ring: 'check', cores: 1, command: 'vitest run --project unit --maxWorkers 1' },
    // Loads a database, every module and the demonstration shop, so that a fault in one of them fails here.
    {
      name: 'reads',
      ring: 'check',
      until: 'check',
      cores: 1,
      command: 'vitest run --project integration lib/server/demonstration/demonstration',
    },
    { name: 'lint', ring: 'check', cores: 1, command: 'npm run --silent lint' },
    { name: 'document', ring: 'check', cores: 1, command: 'npm run --silent lint:document' },
    { name: 'dead code', ring: 'check', cores: 1, command: 'knip' },
    { name: 'translations', ring: 'check', cores: 1, command: 'npm run --silent check:i18n' },
    {
      name: 'lock file',
      ring: 'check',
      cores: 1,
      quiet: true,
      command: 'npm ci --dry-run --no-audit --no-fund',
      hint: 'Try `node scripts/complete-lock.mjs`.',
    },
    // In `verify`, other steps build the project with the cache of this build.
    {
      name: 'build',
      ring: 'test',
      cores: 1,
      command: `npm run build${ring === 'verify' ? ' -- --cache' : ''}`,
      quiet: true,
    },
    // Beside one another, each with one core: the servers of these steps are started, killed and waited for most of the
    // time, and a build uses more than one core only in part of its time. The longest come first, so that the last ones
    // end at about the same time.
    { name: 'pages', ring: 'test', cores: 1, needs: ['build'], command: 'vitest run --project page' },
    { name: 'crash', ring: 'verify', cores: 1, needs: ['build'], command: 'vitest run --project crash' },
    { name: 'operator', ring: 'verify', cores: 1, mayMiss: true, command: 'npm run --silent operator' },
    { name: 'races', ring: 'verify', cores: 1, command: 'vitest run --project race' },
    {
      name: 'deployment',
      browser: true,
      ring: 'verify',
      cores: 1,
      mayMiss: true,
      command: 'npm run --silent artifact',
    },
    { name: 'image', ring: 'verify', cores: 1, mayMiss: true, command: 'npm run --silent image' },
    { name: 'old build', ring: 'verify', cores: 1, mayMiss: true, command: 'npm run --silent old-build' },
    { name: 'clients', ring: 'verify', cores: 1, command: 'npm run --silent clients' },
    { name: 'integration', ring: 'test', command: 'vitest run --project integration' },
    {
      name: 'browser, the core',
      browser: true,
      ring: 'test',
      until: 'test',
      needs: ['build'],
      command: 'playwright test --grep @core',
    },
    {
      name: 'pglite',
      ring: 'verify',
      command: 'vitest run --project integration .driver.test.ts',
      env: { TEST_DRIVER: 'pglite' },
    },
    {
      name: 'neon',
      ring: 'verify',
      command: 'vitest run --project integration .driver.test.ts',
      env: { TEST_DRIVER: 'neon' },
    },
    pgbouncer && {
      name: 'integration, pooled',
      ring: 'verify',
      command: 'vitest run --project integration',
      env: pooled,
    },
    pgbouncer && { name: 'races, pooled', ring: 'verify', cores: 1, command: 'vitest run --project race', env: pooled },
    { name: 'fuzz', ring: 'verify', needs: ['build'], command: 'npm run --silent fuzz -- --seed 1 --seconds 20' },
    // Failed tests run a second time; if they pass then, they are counted as flaky. Races and sums are not retried.
    { name: 'browser', browser: true, ring: 'verify', needs: ['build'], command: 'playwright test --retries 1' },
  ].filter(
    (step) =>
      step &&
      rings.indexOf(step.ring) <= rings.indexOf(ring) &&
      rings.indexOf(step.until ?? 'verify') >= rings.indexOf(ring),
  )
